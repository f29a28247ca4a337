# The command `morse`, with Python for scene scripts. Built from a clone: docker build -t morse .
# Run a scene of the current folder: docker run --rm -p 4000:4000 -v "$PWD:/scenes:ro" morse run --bind 0.0.0.0 scene.py
FROM rust:1.95-slim-bookworm AS build
WORKDIR /source
COPY . .
RUN cargo build --profile dist --locked --package morse-cli --features zenoh,gpu

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends python3 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 morse
COPY --from=build /source/target/dist/morse /source/target/dist/morseexec /usr/local/bin/
USER 1000
WORKDIR /scenes
# Services, then the first streams.
EXPOSE 4000 60000-60010
ENTRYPOINT ["morse"]
CMD ["--help"]
