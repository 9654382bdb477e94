"""Metadata: what platforms note under keys of their own on a resource, and lists narrowed by it.

fields    the field of a body, and its schema
filters   the filter of lists: keys are such that it names them as they are, `?metadata.order=17`
"""

from platforms.http.metadata.fields import METADATA, METADATA_HELP, METADATA_SHOWN, MetadataField
from platforms.http.metadata.filters import MetadataQuery, contained

__all__ = ["METADATA", "METADATA_HELP", "METADATA_SHOWN", "MetadataField", "MetadataQuery", "contained"]
