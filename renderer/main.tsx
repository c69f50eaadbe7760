import {
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
} from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyLook, savedLook } from './lib/look.ts';
import { meKey } from './lib/me.ts';
import { takeReturnPath } from './lib/return-path.ts';
import { router } from './routes.tsx';
import '@fontsource/noto-sans/latin-400.css';
import '@fontsource/noto-sans/latin-500.css';
import '@fontsource/noto-sans/latin-600.css';
import './ui/base.css';
import './ui/controls.css';
import './ui/surfaces.css';
import './shell.css';
import { ApiError } from './lib/api.ts';

/** Retries requests if the service cannot be reached, never after an error response. */
function createQueryClient(): QueryClient {
  const onError = (error: unknown, query?: { readonly queryKey: QueryKey }) => {
    if (!(error instanceof ApiError) || query?.queryKey[0] === meKey[0]) return;
    if (error.status === 401) client.setQueryData(meKey, null);
    // Another role, or a service that does not answer.
    if ([403, 0].includes(error.status)) void client.invalidateQueries({ queryKey: meKey });
  };
  // The service may run on this machine, which needs no network for that.
  const networkMode = 'always';
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: (error) => onError(error) }),
    defaultOptions: {
      mutations: { networkMode },
      queries: {
        networkMode,
        staleTime: 5_000,
        retry: (count, error) => error instanceof ApiError && error.status === 0 && count < 3,
      },
    },
  });
  return client;
}

// A button that sends something is disabled before the next click or key comes.
notifyManager.setScheduler(queueMicrotask);

for (const look of ['theme', 'density'] as const) applyLook(look, savedLook(look));

// A sign-in ends at the portal's first page; continue where it began.
const returnPath = takeReturnPath();
if (returnPath !== undefined) router.history.replace(returnPath);

const root = document.getElementById('portal');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
