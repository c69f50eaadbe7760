/** What a person may do here (decision 0088). The role `admin` is the specification's account admin. */
export type Role = 'viewer' | 'compliance' | 'it' | 'admin';
