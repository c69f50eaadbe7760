import { describe, expect, it, vi } from 'vitest';
import { type IdleClock, idleMs, watchIdle } from '../../../../renderer/lock/watch-idle.ts';

/** A clock that the test sets; `check` does what a timer would do. */
function handClock() {
  let now = 0;
  let check = (): void => undefined;
  const clock: IdleClock = {
    now: () => now,
    every: (_, run) => {
      check = run;
      return () => {
        check = () => undefined;
      };
    },
  };
  return {
    clock,
    goOn: (ms: number) => {
      now += ms;
    },
    check: () => check(),
  };
}

function watched() {
  const page = new EventTarget();
  const hand = handClock();
  const onIdle = vi.fn();
  const stop = watchIdle(page, hand.clock, onIdle);
  return { page, onIdle, stop, ...hand };
}

describe('a page that nobody uses', () => {
  it('a page is idle after 15 minutes, not before', () => {
    const { goOn, check, onIdle } = watched();
    goOn(idleMs - 1);
    check();
    expect(onIdle).not.toHaveBeenCalled();
    goOn(1);
    check();
    expect(onIdle).toHaveBeenCalledOnce();
  });

  it.each(['keydown', 'pointerdown', 'pointermove', 'wheel'])(
    '%s begins the time again',
    (sign) => {
      const { page, goOn, check, onIdle } = watched();
      goOn(idleMs - 1);
      page.dispatchEvent(new Event(sign));
      goOn(idleMs - 1);
      check();
      expect(onIdle).not.toHaveBeenCalled();
    },
  );

  it('a key that wakes a computer after its sleep does not count as use', () => {
    const { page, goOn, onIdle } = watched();
    goOn(idleMs * 4);
    page.dispatchEvent(new Event('keydown'));
    expect(onIdle).toHaveBeenCalledOnce();
  });

  it('a watch that ended says nothing', () => {
    const { page, goOn, check, onIdle, stop } = watched();
    stop();
    goOn(idleMs);
    check();
    page.dispatchEvent(new Event('keydown'));
    expect(onIdle).not.toHaveBeenCalled();
  });
});
