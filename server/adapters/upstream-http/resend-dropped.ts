import type { Dispatcher } from 'undici';

/** Connections that were closed, or could not be opened, before the other side answered anything. */
const dropped = new Set([
  'UND_ERR_SOCKET',
  'ECONNRESET',
  'EPIPE',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * Sends a request once more, on a new connection, where its connection drops before a byte of the reply
 * (design D46): a provider may close an idle connection at the moment in which a request is sent on it. A
 * connection that takes too long is not tried again, because it has used its time.
 */
export function resendDropped(newAgent: () => Dispatcher): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    let begun = false;
    return dispatch(options, {
      onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
      onResponseStarted: () => {
        begun = true;
      },
      onResponseStart: (controller, status, headers, statusText) => {
        begun = true;
        handler.onResponseStart?.(controller, status, headers, statusText);
      },
      onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
      onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
      onResponseError: (controller, error) => {
        const isDropped = 'code' in error && dropped.has(String(error.code));
        if (begun || !isDropped) return handler.onResponseError?.(controller, error);
        // It closes after this request, so that no later one waits on it.
        const fresh = newAgent();
        fresh.dispatch(options, handler);
        void fresh.close();
      },
    });
  };
}
