/** The settings that tunnels are planned from, by the names that every source of settings uses. */
export const tunnelKeys = {
  /** A choice: `tunnelProviders` of the IPC schema. */
  provider: 'tunnel.provider',
  /** Full path of the provider's program, where it is not found by itself. */
  binary: 'tunnel.binary',
  /** `https://…` where the voice platform reaches this machine; mandatory for `ssh`. */
  publicUrl: 'tunnel.publicUrl',
  /** Secret. */
  cloudflaredToken: 'tunnel.cloudflared.token',
  /** Secret. */
  ngrokAuthtoken: 'tunnel.ngrok.authtoken',
  /** 443, 8443 or 10000. */
  tailscalePort: 'tunnel.tailscale.port',
  /** `user@host`. */
  sshDestination: 'tunnel.ssh.destination',
  sshPort: 'tunnel.ssh.port',
  sshKeyFile: 'tunnel.ssh.keyFile',
  sshKnownHostsFile: 'tunnel.ssh.knownHostsFile',
  /** Port the SSH server opens for the calls. */
  sshRemotePort: 'tunnel.ssh.remotePort',
  /** Address the SSH server opens it on; `localhost` when unset. */
  sshRemoteAddress: 'tunnel.ssh.remoteAddress',
  /** The program and its arguments as a JSON array of strings; no shell reads it. */
  customCommand: 'tunnel.custom.command',
  /** `http://127.0.0.1:…` that answers 200 while the tunnel is up. */
  customHealthUrl: 'tunnel.custom.healthUrl',
  /** Secret; `{secret_file}` in the command names a file that holds it. */
  customSecret: 'tunnel.custom.secret',
} as const;
