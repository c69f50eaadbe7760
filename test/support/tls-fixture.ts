/**
 * A certificate that this key signed for itself, for 127.0.0.1 and localhost from 2020 to 2120. It is
 * public with these tests, so it protects nothing.
 */
export const fixtureCertificate = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUKgAwIBAgIUGuFv0gDUJDdVFrDFIRJr28XDlJMwCgYIKoZIzj0EAwIw
JTEjMCEGA1UEAwwaVGVzdCBmaXh0dXJlLCBub3QgYSBzZWNyZXQwIBcNMjAwMTAx
MDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMCUxIzAhBgNVBAMMGlRlc3QgZml4dHVy
ZSwgbm90IGEgc2VjcmV0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE/MTJQXwL
Rz77hEvsTepzw9+KQUUWHWrGcwp8L+MJagTG8koZET2HUtoFUz4XHBQY95ksIBWX
H4hLakCwJ+1uo6NOMEwwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARhwR/AAAB
gglsb2NhbGhvc3QwHQYDVR0OBBYEFD0k+weolEORzlnWqTP+D2soXpccMAoGCCqG
SM49BAMCA0cAMEQCICCKuKpw2V00Xc8BI75BxEQOUysBMK3Twu0oGED46pJrAiBe
QJ/Uum3vXWSuUHZjaK+uEeIHCRiUdpeYnzzE+3EZNQ==
-----END CERTIFICATE-----
`;

export const fixtureKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0CRgcLPK2irlR5di
3QzJRbUHu+j1xFKRVxnQBB3N3kehRANCAAT8xMlBfAtHPvuES+xN6nPD34pBRRYd
asZzCnwv4wlqBMbyShkRPYdS2gVTPhccFBj3mSwgFZcfiEtqQLAn7W6j
-----END PRIVATE KEY-----
`;

/** A key that the certificate is not of. */
export const strangeKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgu/h0L2hY8SVRf3KD
HHoRgQDXaxKSSGc4sGUvme+uR7ehRANCAAQksVGkT7bXC35NpmTZ9Wbzl3DcLlB0
L//6qfQEVuWbSe/H9tQT8prz8ZRhMzIyxbggppAhuNt8ETP7C1WvzDVw
-----END PRIVATE KEY-----
`;
