import type { ElectronParts } from '../electron-parts.ts';

/** `error` is Chromium's name of it, such as `net::ERR_CERT_DATE_INVALID`. */
const untrusted = (host: string, error: string) => ({
  type: 'error' as const,
  title: 'Certificate',
  message: `The certificate of ${host} is not trusted (${error}).`,
  detail:
    'Have this machine trust the authority that issued it, by the means of the system, or put a valid certificate in place. Nothing was sent.',
});

/**
 * What holds for every connection of every window: a certificate the system does not trust is
 * refused with no way past, and no certificate of the person is shown to anybody unasked.
 */
export function guardConnections({ app, dialog }: Pick<ElectronParts, 'app' | 'dialog'>): void {
  const explained = new Set<string>();
  app.on('certificate-error', (event, _contents, url, error, _certificate, callback) => {
    event.preventDefault();
    callback(false);
    const { host } = new URL(url);
    if (!explained.has(host)) void dialog.showMessageBox(untrusted(host, error));
    explained.add(host);
  });
  app.on('select-client-certificate', (event, _contents, _url, _certificates, callback) => {
    event.preventDefault();
    callback();
  });
  // Chromium's own errands: the app asks nobody but the portal for anything.
  app.commandLine.appendSwitch('disable-background-networking');
  app.commandLine.appendSwitch('disable-component-update');
  app.commandLine.appendSwitch('disable-domain-reliability');
  app.commandLine.appendSwitch('dns-prefetch-disable');
  app.commandLine.appendSwitch('no-pings');
}
