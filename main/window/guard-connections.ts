import type { AppPart } from '../electron-parts.ts';

/**
 * What holds for every connection of every window: a certificate the system does not trust is
 * refused with no way past, and no certificate of the person is shown to anybody unasked.
 */
export function guardConnections(app: AppPart): void {
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, callback) => {
    event.preventDefault();
    callback(false);
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
