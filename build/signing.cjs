// The environment chooses whose signature a build carries; with none of it, nothing is signed.
// Windows, Azure Trusted Signing: the six names of `azureNames` and AZURE_CLIENT_SECRET.
// Windows, a certificate in a file: WIN_CSC_LINK, WIN_CSC_KEY_PASSWORD (electron-builder reads them).
// macOS: CSC_NAME, an identity of the keychain, which also holds a "Developer ID Installer" for the pkg. With
// CSC_LINK and CSC_KEY_PASSWORD, a certificate in a file, the pkg needs CSC_INSTALLER_LINK and
// CSC_INSTALLER_KEY_PASSWORD with them.
// macOS, notarisation: APPLE_API_KEY, APPLE_API_KEY_ID, APPLE_API_ISSUER.
const { env, platform } = process;
const azureNames = [
  'AZURE_TENANT_ID',
  'AZURE_CLIENT_ID',
  'SIGN_PUBLISHER',
  'SIGN_AZURE_ENDPOINT',
  'SIGN_AZURE_ACCOUNT',
  'SIGN_AZURE_PROFILE',
];

/** Fails early: a build that should be signed must not come out unsigned. */
function needAll(names) {
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')} is missing while other variables of signing are set`);
}

const azure = azureNames.some((name) => env[name]);
if (azure) needAll(azureNames);
const onMac = Boolean(env.CSC_LINK || env.CSC_NAME);
if (platform === 'darwin' && env.CSC_LINK) needAll(['CSC_NAME', 'CSC_INSTALLER_LINK']);
const notarize = Boolean(env.APPLE_API_KEY || env.APPLE_ID || env.APPLE_KEYCHAIN_PROFILE);

module.exports = {
  ...(azure || env.WIN_CSC_LINK || onMac ? { forceCodeSigning: true } : {}),
  ...(azure
    ? {
        win: {
          azureSignOptions: {
            publisherName: env.SIGN_PUBLISHER,
            endpoint: env.SIGN_AZURE_ENDPOINT,
            codeSigningAccountName: env.SIGN_AZURE_ACCOUNT,
            certificateProfileName: env.SIGN_AZURE_PROFILE,
          },
        },
      }
    : {}),
  // Without an identity a Mac still takes an ad-hoc signature, which its processors insist on. The hardened
  // runtime loads no library with another team than the program's, and an ad-hoc signature has none.
  mac: { notarize, hardenedRuntime: onMac, ...(onMac ? {} : { identity: '-' }) },
};
