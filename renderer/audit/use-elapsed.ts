import { useEffect, useState } from 'react';

const everyMs = 100;

/** Milliseconds since `running` became true; stays at its last while it is false. */
export function useElapsed(running: boolean): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    if (!running) return;
    const begun = performance.now();
    setElapsed(0);
    const timer = setInterval(() => setElapsed(performance.now() - begun), everyMs);
    return () => clearInterval(timer);
  }, [running]);
  return elapsed;
}
