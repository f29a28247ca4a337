"""Tests of the models and their workshop: `python3 -m unittest discover -s assets/make -t assets/make`."""
