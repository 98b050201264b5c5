"""Combinatorics: sorting, enumerations, tuples, trees and sets of integers."""
