"""Lists of invented people and businesses in the forms of OFAC, the European Union and the United Kingdom.

Each is complete by the schema that its authority publishes: `tests/compliance/screening/test_forms.py` says which.
"""

from xml.sax.saxutils import escape, quoteattr

OFAC = "https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/ADVANCED_XML"
EU = "http://eu.europa.ec/fpi/fsd/export"
_SETS = {
    "AliasTypeValues": '<AliasType ID="1400">A.K.A.</AliasType><AliasType ID="1403">Name</AliasType>',
    "AreaCodeValues": "",
    "AreaCodeTypeValues": "",
    "CalendarTypeValues": '<CalendarType ID="1">Gregorian</CalendarType><CalendarType ID="2">Islamic</CalendarType>',
    "CountryValues": '<Country ID="11">Korea, North</Country><Country ID="12" ISO2="RU">Russia</Country>'
    '<Country ID="13">Burma</Country>',
    "CountryRelevanceValues": '<CountryRelevance ID="1">default</CountryRelevance>',
    "DecisionMakingBodyValues": "",
    "DetailReferenceValues": "",
    "DetailTypeValues": '<DetailType ID="1430">DATE</DetailType><DetailType ID="1431">LOCATION</DetailType>',
    "DocNameStatusValues": '<DocNameStatus ID="1">Original</DocNameStatus>',
    "EntryEventTypeValues": '<EntryEventType ID="1">Created</EntryEventType>',
    "EntryLinkTypeValues": "",
    "ExRefTypeValues": "",
    "FeatureTypeValues": '<FeatureType ID="8" FeatureTypeGroupID="1">Birthdate</FeatureType>'
    '<FeatureType ID="10" FeatureTypeGroupID="1">Nationality Country</FeatureType>'
    '<FeatureType ID="25" FeatureTypeGroupID="1">Location</FeatureType>',
    "FeatureTypeGroupValues": '<FeatureTypeGroup ID="1">Characteristic</FeatureTypeGroup>',
    "IDRegDocDateTypeValues": "",
    "IDRegDocTypeValues": '<IDRegDocType ID="1571">Passport</IDRegDocType>',
    "IdentityFeatureLinkTypeValues": '<IdentityFeatureLinkType ID="1">Unknown</IdentityFeatureLinkType>',
    "LegalBasisValues": "",
    "LegalBasisTypeValues": "",
    "ListValues": '<List ID="1550">SDN List</List>',
    "LocPartTypeValues": "",
    "LocPartValueStatusValues": "",
    "LocPartValueTypeValues": "",
    "NamePartTypeValues": '<NamePartType ID="1520">Last Name</NamePartType>'
    '<NamePartType ID="1521">First Name</NamePartType>'
    '<NamePartType ID="1522">Middle Name</NamePartType><NamePartType ID="1525">Entity Name</NamePartType>',
    "OrganisationValues": "",
    "PartySubTypeValues": '<PartySubType ID="1" PartyTypeID="4">Vessel</PartySubType>'
    '<PartySubType ID="3" PartyTypeID="2">Unknown</PartySubType>'
    '<PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType>',
    "PartyTypeValues": '<PartyType ID="1">Individual</PartyType><PartyType ID="2">Entity</PartyType>'
    '<PartyType ID="4">Transport</PartyType>',
    "RelationQualityValues": "",
    "RelationTypeValues": "",
    "ReliabilityValues": '<Reliability ID="1560">Unknown</Reliability>',
    "SanctionsProgramValues": "",
    "SanctionsTypeValues": "",
    "ScriptValues": '<Script ID="215" ScriptCode="Latn">Latin</Script>'
    '<Script ID="220" ScriptCode="Cyrl">Cyrillic</Script>',
    "ScriptStatusValues": '<ScriptStatus ID="1">Unknown</ScriptStatus>',
    "SubsidiaryBodyValues": "",
    "SupInfoTypeValues": "",
    "TargetTypeValues": "",
    "ValidityValues": '<Validity ID="1">Valid</Validity>',
}
_FIXED = 'YearFixed="true" MonthFixed="true" DayFixed="true"'
_DATE = "<Year>{}</Year><Month>{}</Month><Day>{}</Day>"


def _value_sets() -> str:
    return "".join(f"<{name}>{rows}</{name}>" for name, rows in _SETS.items())


def _boundary(name: str, first: tuple[int, int, int], last: tuple[int, int, int], approximate: str) -> str:
    return (
        f'<{name} Approximate="{approximate}" {_FIXED}>'
        f"<From>{_DATE.format(*first)}</From><To>{_DATE.format(*last)}</To></{name}>"
    )


def _birth(key: int, first: tuple[int, int, int], last: tuple[int, int, int], *, calendar: int = 1, about: str) -> str:
    return (
        f'<Feature ID="{key}" FeatureTypeID="8"><FeatureVersion ID="{key}" ReliabilityID="1560">'
        f'<DatePeriod CalendarTypeID="{calendar}" {_FIXED}>'
        f"{_boundary('Start', first, first, about)}{_boundary('End', last, last, about)}</DatePeriod></FeatureVersion>"
        f'<IdentityReference IdentityID="{key // 10}" IdentityFeatureLinkTypeID="1"/></Feature>'
    )


def _place(key: int, location: int) -> str:
    return (
        f'<Feature ID="{key}" FeatureTypeID="25"><FeatureVersion ID="{key}" ReliabilityID="1560">'
        f'<VersionLocation LocationID="{location}"/></FeatureVersion>'
        f'<IdentityReference IdentityID="{key // 10}" IdentityFeatureLinkTypeID="1"/></Feature>'
    )


def _alias(party: int, number: int, *parts: tuple[int, str], script: int = 215) -> str:
    key, primary = party * 10 + number, str(number == 0).lower()
    values = "".join(
        f'<DocumentedNamePart><NamePartValue NamePartGroupID="{party * 10 + group}" ScriptID="{script}"'
        f' ScriptStatusID="1" Acronym="false">{escape(text)}</NamePartValue></DocumentedNamePart>'
        for group, text in parts
    )
    return (
        f'<Alias FixedRef="{party}" AliasTypeID="1403" Primary="{primary}" LowQuality="false">'
        f'<DocumentedName ID="{key}" FixedRef="{party}" DocNameStatusID="1">{values}</DocumentedName></Alias>'
    )


def _party(party: int, subtype: int, aliases: str, kinds: tuple[int, ...], features: str = "") -> str:
    groups = "".join(
        f'<NamePartGroup ID="{party * 10 + number}" NamePartTypeID="{kind}"/>' for number, kind in enumerate(kinds)
    )
    return (
        f'<DistinctParty FixedRef="{party}"><Profile ID="{party}" PartySubTypeID="{subtype}">'
        f'<Identity ID="{party}" FixedRef="{party}" Primary="true" False="false">{aliases}'
        f"<NamePartGroups><MasterNamePartGroup>{groups}</MasterNamePartGroup></NamePartGroups></Identity>{features}"
        "</Profile></DistinctParty>"
    )


def ofac_person(party: int, first: str, last: str) -> str:
    return _party(party, 4, _alias(party, 0, (0, last), (1, first)), (1520, 1521))


QUISTRAND = _party(
    701,
    4,
    _alias(701, 1, (0, "FERRYMAN"), (1, "Tobias"))
    + _alias(701, 0, (0, "QUISTRAND"), (1, "Velmar"), (2, "Tobias"))
    + _alias(701, 2, (0, "Квистранд"), (1, "Вельмар"), script=220),
    (1520, 1521, 1522),
    _birth(7010, (1961, 4, 12), (1961, 4, 12), about="false")
    + _birth(7011, (1962, 1, 1), (1964, 12, 31), about="false")
    + _birth(7012, (1340, 1, 1), (1340, 1, 1), calendar=2, about="false")
    + _birth(7013, (1960, 5, 5), (1960, 5, 5), about="true")
    + _place(7014, 1),
)
BLACKMARSH = _party(702, 3, _alias(702, 0, (0, "BLACKMARSH TRADING FZE")), (1525,), _place(7020, 2))
VESSEL = _party(703, 1, _alias(703, 0, (0, "SLOW FERRY")), (1525,))


def ofac(parties: str = QUISTRAND + BLACKMARSH + VESSEL, *, day: tuple[int, int, int] = (2026, 3, 1)) -> bytes:
    document = (
        '<IDRegDocument ID="1" IDRegDocTypeID="1571" IdentityID="701" ValidityID="1">'
        "<IDRegistrationNo>P-123 4567</IDRegistrationNo></IDRegDocument>"
    )
    return (
        f'<?xml version="1.0" encoding="utf-8"?><Sanctions xmlns="{OFAC}" Version="3">'
        f'<DateOfIssue CalendarTypeID="1">{_DATE.format(*day)}</DateOfIssue>'
        f"<ReferenceValueSets>{_value_sets()}</ReferenceValueSets><Locations>"
        '<Location ID="1"><LocationCountry CountryID="11" CountryRelevanceID="1"/>'
        '<LocationCountry CountryID="12" CountryRelevanceID="1"/></Location>'
        '<Location ID="2"><LocationCountry CountryID="13" CountryRelevanceID="1"/></Location></Locations>'
        f"<IDRegDocuments>{document if 'Квистранд' in parties else ''}</IDRegDocuments>"
        f"<DistinctParties>{parties}</DistinctParties>"
        "<ProfileRelationships/><SanctionsEntries/><SanctionsEntryLinks/></Sanctions>"
    ).encode()


_SUMMARY = '<regulationSummary regulationType="regulation" publicationDate="2001-01-25" numberTitle="1/2001 (DOON)"/>'


def _eu_part(name: str, key: int, attributes: str) -> str:
    return f'<{name} logicalId="{key}" regulationLanguage="en" {attributes}>{_SUMMARY}</{name}>'


def _eu_entity(key: int, kind: str, parts: str, *, reference: str = "") -> str:
    number = f" euReferenceNumber={quoteattr(reference)}" if reference else ""
    code = {"P": "person", "E": "enterprise"}[kind]
    return (
        f'<sanctionEntity logicalId="{key}" designationDate="2001-01-26"{number}>'
        f'<regulation logicalId="{key}1" regulationType="regulation" organisationType="council"'
        ' numberTitle="1/2001 (DOON)" publicationDate="2001-01-25" entryIntoForceDate="2001-01-25" programme="DOON"/>'
        f'<subjectType code="{code}" classificationCode="{kind}"/>{parts}</sanctionEntity>'
    )


def eu_person(key: int, name: str) -> str:
    return _eu_entity(key, "P", _eu_part("nameAlias", 1, f"wholeName={quoteattr(name)}"))


_EU_QUISTRAND = _eu_entity(
    7001,
    "P",
    _eu_part("nameAlias", 1, 'wholeName="Tobias the Ferryman" strong="false"')
    + _eu_part("nameAlias", 2, 'firstName="Velmar" middleName="Tobias" lastName="Quistrand" wholeName="" strong="true"')
    + _eu_part("nameAlias", 3, 'wholeName="Вельмар Квистранд" nameLanguage="RU"')
    + _eu_part("citizenship", 4, 'countryIso2Code="RU" countryDescription="RUSSIAN FEDERATION"')
    + _eu_part(
        "birthdate",
        5,
        'circa="false" calendarType="GREGORIAN" birthdate="1961-04-12" dayOfMonth="12" monthOfYear="4" year="1961"'
        ' countryIso2Code="00" countryDescription="UNKNOWN"',
    )
    + _eu_part(
        "birthdate",
        6,
        'circa="true" calendarType="GREGORIAN" yearRangeFrom="1962" yearRangeTo="1964" countryIso2Code="IR"'
        ' countryDescription="IRAN"',
    )
    + _eu_part("birthdate", 7, 'calendarType="ISLAMIC" year="1340" countryIso2Code="00" countryDescription="UNKNOWN"')
    + _eu_part("address", 8, 'city="Doon" countryIso2Code="00" countryDescription="UNKNOWN"')
    + _eu_part(
        "identification",
        9,
        'identificationTypeCode="passport" identificationTypeDescription="Passport" number="P-123 4567"'
        ' countryIso2Code="RU" countryDescription="RUSSIAN FEDERATION"',
    ),
    reference="EU.1.23",
)
_EU_BLACKMARSH = _eu_entity(
    7002,
    "E",
    _eu_part("nameAlias", 1, 'wholeName="Blackmarsh Trading FZE" strong="true"')
    + _eu_part("address", 2, 'countryIso2Code="AE" countryDescription="UNITED ARAB EMIRATES"'),
)


def eu(entities: str = _EU_QUISTRAND + _EU_BLACKMARSH, *, made: str = "2026-03-01T06:00:00.000+01:00") -> bytes:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><export xmlns="{EU}" generationDate="{made}" globalFileId="1">'
        f"{entities}</export>"
    ).encode()


def _uk_name(parts: dict[int, str], kind: str) -> str:
    written = "".join(f"<Name{number}>{escape(part)}</Name{number}>" for number, part in parts.items())
    return f"<Name>{written}<NameType>{kind}</NameType></Name>"


def uk_person(key: int, name: str) -> str:
    return (
        f"<Designation><UniqueID>DOO{key}</UniqueID><Names>{_uk_name({1: 'Ada', 6: name}, 'Primary Name')}</Names>"
        "<IndividualEntityShip>Individual</IndividualEntityShip></Designation>"
    )


_UK_QUISTRAND = f"""
<Designation>
  <LastUpdated>04/08/2025</LastUpdated><DateDesignated>25/01/2001</DateDesignated><UniqueID>DOO0001</UniqueID>
  <OFSIGroupID>9001</OFSIGroupID><UNReferenceNumber>DOi.001</UNReferenceNumber>
  <Names>{_uk_name({6: "Tobias the Ferryman"}, "Alias")}
    {_uk_name({1: "VELMAR", 2: "TOBIAS", 6: "QUISTRAND"}, "Primary Name")}</Names>
  <NonLatinNames><NonLatinName><NameNonLatinScript>Вельмар Квистранд</NameNonLatinScript></NonLatinName></NonLatinNames>
  <RegimeName>The Doon (Sanctions) Regulations 2020</RegimeName>
  <IndividualEntityShip>Individual</IndividualEntityShip><DesignationSource>UN</DesignationSource>
  <SanctionsImposed>Asset freeze|Travel Ban</SanctionsImposed>
  <Addresses><Address><AddressLine6>Doon</AddressLine6><AddressCountry>Iran</AddressCountry></Address></Addresses>
  <IndividualDetails><Individual>
    <DOBs><DOB>12/04/1961</DOB><DOB>dd/mm/1964</DOB></DOBs>
    <PassportDetails><Passport><PassportNumber>P-123 4567</PassportNumber></Passport></PassportDetails>
    <Nationalities><Nationality>Russia</Nationality></Nationalities>
  </Individual></IndividualDetails>
</Designation>"""
_UK_BLACKMARSH = f"""
<Designation>
  <UniqueID>DOO0002</UniqueID><Names>{_uk_name({6: "BLACKMARSH TRADING FZE"}, "Primary name")}</Names>
  <IndividualEntityShip>Entity</IndividualEntityShip>
  <Addresses><Address><AddressCountry>United Arab Emirates</AddressCountry></Address></Addresses>
</Designation>"""
_UK_SHIP = f"""
<Designation>
  <UniqueID>DOO0003</UniqueID><Names>{_uk_name({6: "SLOW FERRY"}, "Primary Name")}</Names>
  <IndividualEntityShip>Ship</IndividualEntityShip>
</Designation>"""


def uk(designations: str = _UK_QUISTRAND + _UK_BLACKMARSH + _UK_SHIP, *, made: str = "01/03/2026") -> bytes:
    return (
        f'<?xml version="1.0" encoding="utf-8"?><Designations>'
        f"<DateGenerated>{made}</DateGenerated>{designations}</Designations>"
    ).encode()
