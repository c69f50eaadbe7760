/**
 * HL7 version 2 (chapters 3, 4, 6 and 15): field, kind, data type, meaning. The data type says which
 * components hold the value: see `hl7DataTypes`.
 */
export const hl7Fields = `
PID-2   MRN             CX   patient, external id
PID-3   MRN             CX   patient identifiers
PID-4   MRN             CX   patient, other identifiers
PID-5   NAME            XPN  patient
PID-6   NAME            XPN  mother's maiden name
PID-7   DOB             TS   patient, date of birth
PID-9   NAME            XPN  patient, alias
PID-11  ADDRESS         XAD  patient
PID-12  LOCATION        ST   patient, county
PID-13  PHONE           XTN  patient, home
PID-14  PHONE           XTN  patient, work
PID-18  ACCOUNT         CX   patient's account
PID-19  SSN             ST   patient
PID-20  LICENSE         ST   patient, driver's license
PID-21  MRN             CX   mother
PID-23  LOCATION        ST   patient, birth place
PID-29  DATE            TS   patient, date of death
PD1-4   NAME            XCN  primary care doctor
MRG-1   MRN             CX   earlier patient identifiers
MRG-3   ACCOUNT         CX   earlier account
MRG-4   MRN             CX   earlier patient id
MRG-7   NAME            XPN  earlier name
NK1-2   NAME            XPN  next of kin
NK1-4   ADDRESS         XAD  next of kin
NK1-5   PHONE           XTN  next of kin, home
NK1-6   PHONE           XTN  next of kin, work
NK1-12  ACCOUNT         CX   next of kin, employee number
NK1-16  DOB             TS   next of kin, date of birth
NK1-30  NAME            XPN  contact
NK1-31  PHONE           XTN  contact
NK1-32  ADDRESS         XAD  contact
NK1-33  MRN             CX   next of kin, identifiers
NK1-37  SSN             ST   contact
GT1-2   ACCOUNT         CX   guarantor, number
GT1-3   NAME            XPN  guarantor
GT1-4   NAME            XPN  guarantor's spouse
GT1-5   ADDRESS         XAD  guarantor
GT1-6   PHONE           XTN  guarantor, home
GT1-7   PHONE           XTN  guarantor, work
GT1-8   DOB             TS   guarantor, date of birth
GT1-12  SSN             ST   guarantor
GT1-16  ORGANIZATION    ST   guarantor's employer
GT1-17  ADDRESS         XAD  guarantor's employer
GT1-18  PHONE           XTN  guarantor's employer
GT1-19  ACCOUNT         CX   guarantor, employee number
IN1-2   HEALTH_PLAN_ID  ST   insurance plan
IN1-8   HEALTH_PLAN_ID  ST   group number
IN1-16  NAME            XPN  insured
IN1-18  DOB             TS   insured, date of birth
IN1-19  ADDRESS         XAD  insured
IN1-36  HEALTH_PLAN_ID  ST   policy number
IN1-49  HEALTH_PLAN_ID  CX   insured, id number
IN2-1   ACCOUNT         CX   insured, employee number
IN2-2   SSN             ST   insured
IN2-6   HEALTH_PLAN_ID  ST   Medicare number
IN2-8   HEALTH_PLAN_ID  ST   Medicaid number
IN2-40  NAME            XPN  mother's maiden name
IN2-52  NAME            XPN  contact of employer
IN2-61  HEALTH_PLAN_ID  CX   patient, member number
IN2-63  PHONE           XTN  insured, home
IN2-64  PHONE           XTN  insured, work
PV1-5   ACCOUNT         CX   preadmission number
PV1-7   NAME            XCN  attending doctor
PV1-8   NAME            XCN  referring doctor
PV1-9   NAME            XCN  consulting doctor
PV1-17  NAME            XCN  admitting doctor
PV1-19  ACCOUNT         CX   visit number
PV1-44  DATE            TS   admission
PV1-45  DATE            TS   discharge
PV1-50  ACCOUNT         CX   visit, other number
PV1-52  NAME            XCN  other provider
ORC-2   ACCOUNT         ST   order number of the placer
ORC-3   ACCOUNT         ST   order number of the filler
ORC-10  NAME            XCN  entered by
ORC-11  NAME            XCN  verified by
ORC-12  NAME            XCN  ordering doctor
ORC-14  PHONE           XTN  call back number
OBR-2   ACCOUNT         ST   order number of the placer
OBR-3   ACCOUNT         ST   order number of the filler
OBR-7   DATE            TS   observation
OBR-10  NAME            XCN  collector
OBR-16  NAME            XCN  ordering doctor
OBR-17  PHONE           XTN  call back number
OBR-28  NAME            XCN  copies of the result
OBR-32  NAME            NDL  interpreter of the result
OBX-16  NAME            XCN  responsible observer
SCH-12  NAME            XCN  contact of the placer
SCH-13  PHONE           XTN  contact of the placer
SCH-16  NAME            XCN  contact of the filler
SCH-17  PHONE           XTN  contact of the filler
SCH-20  NAME            XCN  entered by
AIP-3   NAME            XCN  staff of an appointment
PRD-2   NAME            XPN  provider
PRD-3   ADDRESS         XAD  provider
PRD-5   PHONE           XTN  provider
CTD-2   NAME            XPN  contact
CTD-3   ADDRESS         XAD  contact
CTD-5   PHONE           XTN  contact
ROL-4   NAME            XCN  person in a role
ACC-1   DATE            TS   accident
EVN-5   NAME            XCN  operator
DG1-16  NAME            XCN  diagnosing doctor
PR1-8   NAME            XCN  anaesthetist
PR1-11  NAME            XCN  surgeon
TXA-9   NAME            XCN  originator of the document
`;

/** Which components of a data type hold what; where a kind lacks, the field's own kind counts. */
export const hl7DataTypes = `
XPN  1-3       person's name: family, given, further
XCN  2-4       person with an id: family, given, further
NDL  1         name with date and place
XAD  1-2       address: street, further
XAD  3         LOCATION  city
XAD  5         ZIP       postal code
XTN  1         telephone number
XTN  4         EMAIL     e-mail address
XTN  6-7       telephone: area code, number
XTN  12        telephone, as written
CX   1         identifier; component 5 says of which type
TS   1         date and time
ST   1         text
`;

/** Types of identifiers (table 0203) that are not medical record numbers. */
export const hl7IdentifierTypes = `
SS   SSN             social security number
SSN  SSN             social security number
DL   LICENSE         driver's license
PPN  LICENSE         passport
MC   HEALTH_PLAN_ID  Medicare
MA   HEALTH_PLAN_ID  Medicaid
MB   HEALTH_PLAN_ID  member
HC   HEALTH_PLAN_ID  health card
SN   HEALTH_PLAN_ID  subscriber
AN   ACCOUNT         account
VN   ACCOUNT         visit
`;
