"""Telehealth: the patients of the video clinic."""
