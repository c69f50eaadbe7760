import { hostedService } from './hosted-service.ts';

/** A host of the real server, for a test to kill: `host-program.ts <data folder> <provider>`. */
const [dataDir = '', upstream = ''] = process.argv.slice(2);

const supervisor = hostedService({
  dataDir,
  upstream,
  onState: (state) => {
    if (state.phase !== 'running') return;
    void supervisor.ticket().then((ticket) => {
      process.stdout.write(`${JSON.stringify({ url: state.url, ticket })}\n`);
    });
  },
});
supervisor.start();
