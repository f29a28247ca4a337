"""Tests of the models and of the workshop they are made in: `python3 -m unittest discover -s assets/make -t assets/make`."""
