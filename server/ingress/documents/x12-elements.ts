/**
 * ASC X12N 270, 271, 276, 277, 278, 834, 835 and 837: element, kind, the element that it depends on with its
 * codes (`-`: none), meaning.
 */
export const x12Elements = `
NM103   NAME            NM102=1             person: last name
NM104   NAME            NM102=1             person: first name
NM105   NAME            NM102=1             person: middle name
NM109   SSN             NM108=34            social security number
NM109   HEALTH_PLAN_ID  NM108=MI,II,HN,C,N  member or beneficiary number
NM109   MRN             NM108=EI,EA,MR      patient number
N102    NAME            N101=QC,IL,IN,QD,S1,S3,EXS,74  person
N301    ADDRESS         -                   street
N302    ADDRESS         -                   street, second line
N401    LOCATION        -                   city
N403    ZIP             -                   postal code
DMG02   DOB             -                   date of birth
PER02   NAME            -                   contact
PER04   PHONE           PER03=TE,CP,HP,WP,BN,AP,NP,PC,VM  telephone
PER04   FAX             PER03=FX            fax
PER04   EMAIL           PER03=EM            e-mail
PER06   PHONE           PER05=TE,CP,HP,WP,BN,AP,NP,PC,VM  telephone
PER06   FAX             PER05=FX            fax
PER06   EMAIL           PER05=EM            e-mail
PER08   PHONE           PER07=TE,CP,HP,WP,BN,AP,NP,PC,VM  telephone
PER08   FAX             PER07=FX            fax
PER08   EMAIL           PER07=EM            e-mail
REF02   SSN             REF01=SY            social security number
REF02   HEALTH_PLAN_ID  REF01=0F,1W,17,23,3H,6O,F6,HJ,IG,NQ,QQ,ZZ,1L  subscriber, member, policy or group number
REF02   MRN             REF01=EA,MRN,A6     medical record number
REF02   ACCOUNT         REF01=1K,9F,BLT,D9,DX,EJ,F8,G1,PQ,6R,9A,9B,9C,9D,EO,Y4  claim, account, referral or authorization number
REF02   LICENSE         REF01=4A,DL,XM      license
CLM01   ACCOUNT         -                   patient's account number
CLP01   ACCOUNT         -                   patient's account number
CLP07   ACCOUNT         -                   payer's claim number
INS12   DATE            -                   date of death
TRN02   ACCOUNT         -                   trace number
PAT06   DATE            -                   date of death
DTP03   DATE            -                   date of service or of coverage
DTM02   DATE            -                   date of service or of coverage
SBR03   HEALTH_PLAN_ID  -                   group or policy number
ACT01   ACCOUNT         -                   account number
`;
