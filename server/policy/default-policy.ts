/**
 * The text of `configs/mask_policy.yaml`. The service uses it when the operator's file is unusable and
 * `SVC_DEV=1` (spec, Command-line tool). A test keeps the two equal.
 */
export const defaultPolicyYaml = `# The default masking policy. It covers the identifiers of the HIPAA Safe Harbor rule that come up
# in ordinary calls. Check a changed copy with: svc policy validate <file>

name: healthcare-default
version: 1
description: Names, numbers and addresses that identify a caller; dates, places and ages over 89 stay in the clear

# Key id: the service needs the key SVC_KEY_K_HEALTHCARE, which its first start makes by itself.
kid: K_HEALTHCARE

# Privacy budget of synthetic surrogates; unused by the other schemes.
epsilon: 0.5

# vault-deterministic | reversible-aead | synthetic
tokenization: vault-deterministic

passes:
  - regex
  - nermodel

# What callers may speak: some of en, es and fr (docs/languages.md). A turn in another language:
# mask_all (all numbers, names and uncommon words) | refuse (the request) | detect_only (like any turn)
languages: [en, es]
other_languages: mask_all

# action: tokenize (restored in the reply) | redact (never restored) | passthrough (left as it is)
entities:
  PHONE: { regex: true, ner: true, confidence_threshold: 0.6, action: tokenize }
  SSN: { regex: true, ner: false, confidence_threshold: 0.0, action: tokenize }
  NAME: { regex: false, ner: true, confidence_threshold: 0.7, action: tokenize }
  EMAIL: { regex: true, ner: false, confidence_threshold: 0.0, action: tokenize }
  DOB: { regex: true, ner: true, confidence_threshold: 0.5, action: tokenize }
  ADDRESS: { regex: true, ner: true, confidence_threshold: 0.6, action: tokenize }
  MRN: { regex: true, ner: true, confidence_threshold: 0.6, action: tokenize }
  ACCOUNT: { regex: true, ner: true, confidence_threshold: 0.7, action: tokenize }
  IP_ADDRESS: { regex: true, ner: false, confidence_threshold: 0.0, action: redact }

audit:
  log_events: true
  log_payloads: false
  retention_days: 2555
`;
