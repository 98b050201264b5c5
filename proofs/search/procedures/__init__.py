"""Procedures: methods that find a certificate, such as linear arithmetic with products, sums of squares and boxes."""
