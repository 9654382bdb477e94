"""Screening of customers against lists of sanctions and of politically exposed persons."""
