/* A client in C without libraries: services, a stream of a sensor, commands. Run examples/socket_robots.py first. */
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static char line[1 << 16];

static FILE *connect_to(const char *port) {
    struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *address;
    if (getaddrinfo("localhost", port, &hints, &address)) exit(2);
    int fd = socket(address->ai_family, address->ai_socktype, 0);
    if (connect(fd, address->ai_addr, address->ai_addrlen)) { perror("connect"); exit(1); }
    return fdopen(fd, "r+"); /* Between writing and reading, fflush. */
}

static char *ask(FILE *services, const char *request) {
    fprintf(services, "%s\n", request);
    fflush(services);
    if (!fgets(line, sizeof line, services)) exit(3);
    return line;
}

static FILE *stream_of(FILE *services, const char *component) {
    char request[200];
    snprintf(request, sizeof request, "port simulation get_stream_port [\"%s\"]", component);
    char *answer = ask(services, request); /* port SUCCESS 60000 */
    if (strncmp(answer, "port SUCCESS ", 13)) { fputs(answer, stderr); exit(4); }
    answer[strcspn(answer, "\n")] = '\0';
    return connect_to(answer + 13);
}

int main(int count, char **arguments) {
    FILE *services = connect_to(count > 1 ? arguments[1] : "4000");
    fputs(ask(services, "1 simulation list_robots"), stdout);
    FILE *motion = stream_of(services, "rover.motion"), *pose = stream_of(services, "rover.pose");
    fputs("{\"v\": 1.0, \"w\": 0.0}\n", motion); /* Holds until the next command. */
    fflush(motion);
    double x = 0.0;
    while (x < 0.5 && fgets(line, sizeof line, pose)) x = atof(strstr(line, "\"x\": ") + 5);
    fputs("{\"v\": 0.0, \"w\": 0.0}\n", motion);
    fflush(motion);
    printf("rover has driven %.1f m\n", x);
    fputs("2 scout.waypoint goto [50.0, 4.0, 0.0, 0.5, 1.0]\n", services); /* Answered when it ends. */
    fputs(ask(services, "2 cancel"), stdout);
    return 0;
}
