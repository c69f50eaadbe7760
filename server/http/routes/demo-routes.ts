import { z } from 'zod';
import { OneDemo } from '../../contract/system.ts';
import { Fault } from '../../domain/fault.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { Demo, Routes } from '../server/deps.ts';

/** Where the demo's API is; its pages are at `/demo/portal`. */
const place = '/demo';

/** Plays and removes the demo. */
export function demoRoutes(demo: Demo): Routes {
  return defineRoutes(demo, { tags: ['Demo'] }, getDemo, playDemoCall, playDemoDay, removeDemo);
}

function getDemo(api: ApiScope, demo: Demo): void {
  api.get('/demo', {
    schema: {
      operationId: 'getDemo',
      summary: 'Get the state of the demo',
      response: { 200: OneDemo },
    },
    handler: async () => ({ demo: demo.state() }),
  });
}

const playing =
  'The people are invented, and the built-in test model answers, whichever model the agents have. The demo has its own journal, which is deleted with it: nothing of it is in the record, the figures or the reports of this service. While something is played, this changes nothing.';

function playDemoCall(api: ApiScope, demo: Demo): void {
  api.post('/demo/calls', {
    schema: {
      operationId: 'playDemoCall',
      summary: 'Play a demo call',
      description: `Plays a call word by word, to be watched at \`/demo/portal/live\`. ${playing}`,
      response: { 202: OneDemo },
    },
    handler: async (_request, reply) => {
      await demo.play('call');
      return reply.code(202).send({ demo: demo.state() });
    },
  });
}

function playDemoDay(api: ApiScope, demo: Demo): void {
  api.post('/demo/days', {
    schema: {
      operationId: 'playDemoDay',
      summary: 'Play a demo day',
      description: `Plays 40 calls of the last ten hours, at \`/demo/portal\`, in place of what was played before. ${playing}`,
      response: { 202: OneDemo },
    },
    handler: async (_request, reply) => {
      await demo.play('day');
      return reply.code(202).send({ demo: demo.state() });
    },
  });
}

function removeDemo(api: ApiScope, demo: Demo): void {
  api.delete('/demo', {
    schema: {
      operationId: 'removeDemo',
      summary: 'Remove the demo',
      description: 'Ends what is played, and deletes all of it: lists, reports, journal and keys.',
      response: { 204: z.undefined() },
    },
    handler: async (_request, reply) => {
      await demo.remove();
      return reply.code(204).send();
    },
  });
}

/** The API of the demo, for everybody who is signed in here. */
export function demoPages(demo: Demo): Routes {
  return async (scope) => {
    // The demo reads the body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: `${place}/api/v1/*`,
      schema: { hide: true, querystring: z.unknown() },
      handler: async ({ raw }, reply) => {
        raw.url = raw.url?.slice(place.length);
        if (!demo.answer(raw, reply.raw)) throw new Fault('not_found', 'there is no demo');
        return reply.hijack();
      },
    });
  };
}
