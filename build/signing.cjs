// Whose signature a build carries is chosen by the environment; with none of it, nothing is signed.
// Windows, Azure Trusted Signing: AZURE_TENANT_ID, AZURE_CLIENT_ID, AZURE_CLIENT_SECRET and the four below.
// Windows, a certificate in a file: WIN_CSC_LINK, WIN_CSC_KEY_PASSWORD (read by electron-builder).
// macOS: CSC_LINK, CSC_KEY_PASSWORD (or an identity of the keychain, CSC_NAME), and to have the app
// notarised APPLE_API_KEY, APPLE_API_KEY_ID, APPLE_API_ISSUER.
const { env } = process;

/** Fails early: a build that should be signed must not come out unsigned. */
function needed(name) {
  if (!env[name]) throw new Error(`${name} is needed as other variables of signing are set`);
  return env[name];
}

const azure = env.AZURE_TENANT_ID && {
  azureSignOptions: {
    publisherName: needed('SIGN_PUBLISHER'),
    endpoint: needed('SIGN_AZURE_ENDPOINT'),
    codeSigningAccountName: needed('SIGN_AZURE_ACCOUNT'),
    certificateProfileName: needed('SIGN_AZURE_PROFILE'),
  },
};
const signed = Boolean(azure || env.WIN_CSC_LINK || env.CSC_LINK || env.CSC_NAME);
const notarize = Boolean(env.APPLE_API_KEY || env.APPLE_ID || env.APPLE_KEYCHAIN_PROFILE);

module.exports = {
  ...(signed ? { forceCodeSigning: true } : {}),
  ...(azure ? { win: azure } : {}),
  // Without an identity a Mac still takes an ad-hoc signature, which its processors insist on.
  mac: { notarize, ...(env.CSC_LINK || env.CSC_NAME ? {} : { identity: '-' }) },
};
