import { ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Clock } from '../../ports/clock.ts';
import type { Stage, Telemetry } from '../../ports/telemetry.ts';

export interface TracesOptions {
  /** Of an OTLP collector, without a trailing slash. */
  readonly endpoint: string;
  readonly version: string;
  readonly clock: Clock;
}

/** Traces of turns, sent to a collector in the background; what it does not take is dropped. */
export interface Traces extends Telemetry {
  /** Sends what is outstanding; never rejects. */
  close(): Promise<void>;
}

/**
 * A trace a turn, a span a stage. They begin a trace of their own: ids that a caller sends are not
 * taken, and none is sent on to the provider.
 */
export function createTraces({ endpoint, version, clock }: TracesOptions): Traces {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 5000 });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'voice-phi-proxy',
      'service.version': version,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: 1000 })],
  });
  const tracer = provider.getTracer('voice-phi-proxy', version);

  return {
    turn: ({ sessionId, number }) => {
      const passed: { readonly stage: Stage; readonly us: number }[] = [];
      return {
        passed: (stage, us) => passed.push({ stage, us }),
        ended: ({ status, reason, us }) => {
          const beganMs = clock.now() - us / 1000;
          const at = (offsetUs: number) => beganMs + offsetUs / 1000;
          const attributes = {
            'svc.session_id': sessionId,
            'svc.turn': number,
            'svc.status': status,
            'svc.reason': reason,
          };
          const turn = tracer.startSpan('turn', { startTime: at(0), attributes }, ROOT_CONTEXT);
          if (status === 'error') turn.setStatus({ code: SpanStatusCode.ERROR });
          const within = trace.setSpan(ROOT_CONTEXT, turn);
          let lastUs = 0;
          for (const { stage, us: endUs } of passed) {
            tracer.startSpan(stage, { startTime: at(lastUs) }, within).end(at(endUs));
            lastUs = endUs;
          }
          turn.end(at(us));
        },
      };
    },
    close: () => provider.shutdown().catch(() => undefined),
  };
}
