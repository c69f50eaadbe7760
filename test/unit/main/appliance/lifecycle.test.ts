import { describe, expect, it } from 'vitest';
import { transition } from '../../../../main/appliance/lifecycle.ts';
import {
  defaultTimes,
  initialLifecycle,
  type LifecycleEffect,
  type LifecycleEvent,
  shownState,
} from '../../../../main/appliance/lifecycle-model.ts';

const start = Date.UTC(2026, 0, 5, 8);
const minute = 60_000;
const ready = { type: 'ready', url: 'http://127.0.0.1:8787', ingressUrl: null } as const;
const well = { type: 'health', reasons: [] } as const;
const exited = { type: 'exited', exit: 'exit 1' } as const;
const due = { type: 'due' } as const;
const resumed = { type: 'resumed' } as const;
const starting: readonly LifecycleEvent[] = [
  { type: 'start' },
  { type: 'launched' },
  { type: 'hello', known: true },
];
const running: readonly LifecycleEvent[] = [...starting, ready, well];
const problems = [{ path: 'SVC_PORT', message: 'is taken' }];

/** A lifecycle after some events; `tell` adds more. */
function lifecycleAfter(events: readonly LifecycleEvent[]) {
  let model = initialLifecycle(start);
  let [now, wakeMs]: [number, number | null] = [start, null];
  let effects: readonly LifecycleEffect[] = [];
  const tell = (more: readonly LifecycleEvent[], passedMs = 0, random = 1) => {
    now += passedMs;
    effects = [];
    for (const event of more) {
      const step = transition(model, event, { now, random, times: defaultTimes });
      model = step.model;
      effects = [...effects, ...step.effects];
      if (step.wakeMs !== undefined) wakeMs = step.wakeMs;
    }
    return told;
  };
  const told = {
    tell,
    state: () => shownState(model),
    phase: () => shownState(model).phase,
    effects: () => effects.map((effect) => Object.values(effect).join(' ')),
    wakeMs: () => wakeMs,
  };
  return tell(events);
}

describe('a server is started', () => {
  it('a server is prepared, then launched, and gets its keys after its hello', () => {
    const server = lifecycleAfter([{ type: 'start' }]);
    expect([server.phase(), server.effects()]).toEqual(['starting', ['launch']]);
    server.tell([{ type: 'launched' }]);
    expect(server.wakeMs()).toBe(defaultTimes.startMs);
    server.tell([{ type: 'hello', known: true }]);
    expect(server.effects()).toEqual(['send secrets']);
    server.tell([ready]);
    expect(server.state()).toMatchObject({ phase: 'running', url: ready.url, restarts: 0 });
    expect(server.effects()).toEqual(['send health']);
  });

  it('a start leaves a running server alone', () => {
    expect(
      lifecycleAfter(running)
        .tell([{ type: 'start' }])
        .effects(),
    ).toEqual([]);
  });

  it('a server of another version gets no keys', () => {
    const server = lifecycleAfter([
      { type: 'start' },
      { type: 'launched' },
      { type: 'hello', known: false },
    ]);
    expect([server.phase(), server.effects(), server.wakeMs()]).toEqual(['refused', ['launch'], 0]);
    expect(server.tell([due]).effects()).toEqual(['kill SIGKILL']);
  });

  it('a server that is not ready in time is killed and restarted', () => {
    const server = lifecycleAfter(starting).tell([due], defaultTimes.startMs);
    expect([server.phase(), server.effects()]).toEqual(['restarting', ['kill SIGKILL']]);
    server.tell([{ type: 'exited', exit: 'SIGKILL' }]);
    expect(server.state()).toMatchObject({ phase: 'restarting', lastExit: 'not ready in time' });
    expect(server.tell([due]).effects()).toEqual(['launch']);
  });

  it('the time limit of the start begins again after the machine slept', () => {
    const server = lifecycleAfter(starting).tell([resumed]);
    expect([server.phase(), server.wakeMs()]).toEqual(['starting', defaultTimes.startMs]);
  });
});

describe('the health of a server is checked regularly', () => {
  it('reasons for serving no calls are shown while they last', () => {
    const server = lifecycleAfter(running).tell([{ type: 'health', reasons: ['draining'] }]);
    expect(server.state()).toMatchObject({ phase: 'degraded', reasons: ['draining'] });
    expect(server.tell([well]).state()).toMatchObject({ phase: 'running', reasons: [] });
  });

  it('a server that leaves three health requests in a row unanswered is killed', () => {
    const server = lifecycleAfter(running).tell([due, due, due]);
    expect([server.phase(), server.effects()]).toEqual(['running', Array(3).fill('send health')]);
    server.tell([due]);
    expect([server.phase(), server.effects()]).toEqual(['restarting', ['kill SIGKILL']]);
    expect(server.tell([exited]).state().lastExit).toBe('did not answer');
  });

  it('an answer resets the count of unanswered health requests', () => {
    expect(lifecycleAfter(running).tell([due, due, due, well, due, due, due]).phase()).toBe(
      'running',
    );
  });

  it('after the machine slept, health is requested immediately and old requests do not count', () => {
    const server = lifecycleAfter(running).tell([due, due, due]).tell([resumed]);
    expect(server.effects()).toEqual(['send health']);
    expect(server.tell([due, due]).phase()).toBe('running');
  });
});

describe('an unrequested exit is a crash', () => {
  it.each([['exit 1'], ['exit 0'], ['exit 78'], ['SIGSEGV']])(
    'a server that ends with %s is restarted',
    (exit) => {
      const server = lifecycleAfter(running).tell([{ type: 'exited', exit }]);
      expect(server.state()).toMatchObject({ phase: 'restarting', lastExit: exit, url: null });
      expect(server.tell([due]).state()).toMatchObject({ phase: 'starting', restarts: 1 });
    },
  );

  it('each pause before a restart is twice the last one, and half of it is random', () => {
    const server = lifecycleAfter(running);
    const pauses = [1, 1, 0, 1].map((random) => {
      const pause = server.tell([exited], 0, random).wakeMs();
      server.tell([due, { type: 'launched' }]);
      return pause;
    });
    expect(pauses).toEqual([500, 1_000, 1_000, 4_000]);
  });

  it('five crashes within ten minutes are a loop, which ends after a quarter of an hour', () => {
    const server = lifecycleAfter([{ type: 'start' }]);
    for (let crash = 1; crash <= 4; crash += 1) server.tell([exited, due], minute);
    expect(server.phase()).toBe('starting');
    server.tell([exited], minute);
    expect([server.phase(), server.wakeMs()]).toEqual(['crash_loop', defaultTimes.coolDownMs]);
    server.tell([due], 15 * minute);
    expect([server.phase(), server.effects()]).toEqual(['starting', ['launch']]);
    expect(server.tell([exited]).wakeMs()).toBe(500);
  });

  it('a restart ends a crash loop', () => {
    const server = lifecycleAfter([
      { type: 'start' },
      ...Array(5).fill([exited, due]).flat().slice(0, -1),
    ]);
    expect(server.phase()).toBe('crash_loop');
    expect(server.tell([{ type: 'restart' }]).effects()).toEqual(['launch']);
  });

  it('crashes of more than ten minutes ago no longer count', () => {
    const server = lifecycleAfter(running);
    for (let crash = 1; crash <= 20; crash += 1)
      server.tell([exited, due, ...running.slice(1)], 3 * minute);
    expect(server.phase()).toBe('running');
    server.tell([exited], 11 * minute);
    expect(server.wakeMs()).toBe(500);
  });

  it('a pause ends when the machine wakes', () => {
    expect(lifecycleAfter(running).tell([exited, resumed]).effects()).toEqual(['launch']);
  });
});

describe('a server that refuses to run is not restarted automatically', () => {
  it('the problems of a refused server are shown, and it is killed if it does not end', () => {
    const server = lifecycleAfter(starting).tell([{ type: 'refused', problems }]);
    expect(server.state()).toMatchObject({ phase: 'refused', problems });
    expect(server.wakeMs()).toBe(defaultTimes.refusedMs);
    expect(server.tell([due]).effects()).toEqual(['kill SIGKILL']);
    expect(server.tell([exited]).phase()).toBe('refused');
    expect([server.wakeMs(), server.tell([resumed]).effects()]).toEqual([null, []]);
  });

  it('a refused server that does not end is also killed after the machine slept', () => {
    const server = lifecycleAfter(starting).tell([{ type: 'refused', problems }, resumed]);
    expect(server.effects()).toEqual(['kill SIGKILL']);
  });

  it('a server that could not be launched is not restarted', () => {
    const server = lifecycleAfter([{ type: 'start' }, { type: 'unable', problems }]);
    expect(server.state()).toMatchObject({ phase: 'refused', problems });
    expect(server.wakeMs()).toBeNull();
  });

  it.each(['start', 'restart'] as const)('%s launches a refused server', (type) => {
    const server = lifecycleAfter([{ type: 'start' }, { type: 'unable', problems }]).tell([
      { type },
    ]);
    expect([server.phase(), server.effects()]).toEqual(['starting', ['launch']]);
    expect(server.state().problems).toEqual([]);
  });
});

describe('a server is stopped', () => {
  it('a stop sends a message, then SIGTERM, then SIGKILL', () => {
    const server = lifecycleAfter(running).tell([{ type: 'stop' }]);
    expect([server.phase(), server.effects()]).toEqual(['stopping', ['send shutdown']]);
    expect(server.wakeMs()).toBe(defaultTimes.drainMs);
    expect(server.tell([due]).effects()).toEqual(['kill SIGTERM']);
    expect(server.wakeMs()).toBe(defaultTimes.terminateMs);
    expect(server.tell([due]).effects()).toEqual(['kill SIGKILL']);
    expect(server.tell([exited]).state()).toMatchObject({ phase: 'stopped', lastExit: null });
    expect(server.wakeMs()).toBeNull();
  });

  it('the time for calls in flight begins again after the machine slept', () => {
    const server = lifecycleAfter(running).tell([{ type: 'stop' }, resumed]);
    expect([server.effects(), server.wakeMs()]).toEqual([['send shutdown'], defaultTimes.drainMs]);
  });

  it('the time after SIGTERM begins again after the machine slept, and still ends with SIGKILL', () => {
    const server = lifecycleAfter(running)
      .tell([{ type: 'stop' }, due])
      .tell([resumed]);
    expect([server.effects(), server.wakeMs()]).toEqual([[], defaultTimes.terminateMs]);
    expect(server.tell([due]).effects()).toEqual(['kill SIGKILL']);
  });

  it('a server that is stopped while it is prepared is killed before it gets secrets', () => {
    const server = lifecycleAfter([{ type: 'start' }, { type: 'stop' }]);
    expect(server.phase()).toBe('stopping');
    expect(server.tell([{ type: 'launched' }]).effects()).toEqual(['kill SIGKILL']);
    expect(server.tell([{ type: 'hello', known: true }]).effects()).toEqual([]);
    expect(server.tell([exited]).phase()).toBe('stopped');
  });

  it('a stop during a failed launch ends in stopped', () => {
    const server = lifecycleAfter([
      { type: 'start' },
      { type: 'stop' },
      { type: 'unable', problems },
    ]);
    expect(server.phase()).toBe('stopped');
  });

  it.each([
    ['in a pause', [...running, exited]],
    ['while refused', [{ type: 'start' }, { type: 'unable', problems }]],
    ['before it was started', []],
  ] as [string, LifecycleEvent[]][])('%s: at once', (_, events) => {
    const server = lifecycleAfter(events).tell([{ type: 'stop' }]);
    expect([server.phase(), server.effects(), server.wakeMs()]).toEqual(['stopped', [], null]);
  });

  it('a hung server that is stopped while it is killed is not restarted', () => {
    const server = lifecycleAfter(starting).tell([due, { type: 'stop' }]);
    expect(server.phase()).toBe('stopping');
    expect(server.tell([exited]).phase()).toBe('stopped');
  });
});

describe('a server is restarted, as after a change of settings', () => {
  it('a restart lets calls in flight finish first', () => {
    const server = lifecycleAfter(running).tell([{ type: 'restart' }]);
    expect([server.phase(), server.effects()]).toEqual(['stopping', ['send shutdown']]);
    server.tell([{ type: 'exited', exit: 'exit 0' }]);
    expect([server.phase(), server.effects()]).toEqual(['starting', ['launch']]);
    expect(server.state()).toMatchObject({ restarts: 1, lastExit: null });
  });

  it('a stop during a restart wins', () => {
    const server = lifecycleAfter(running).tell([{ type: 'restart' }, { type: 'stop' }, exited]);
    expect(server.phase()).toBe('stopped');
  });

  it('settings that change during the preparation apply to the next launch', () => {
    const server = lifecycleAfter([{ type: 'start' }, { type: 'restart' }, { type: 'launched' }]);
    expect(server.tell([exited]).effects()).toEqual(['launch']);
  });
});
