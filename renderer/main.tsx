import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyLook, savedLook } from './lib/look.ts';
import { takeReturnPath } from './lib/return-path.ts';
import { router } from './routes.tsx';
import './ui/base.css';
import './ui/controls.css';
import './ui/surfaces.css';
import './shell.css';
import { ApiError } from './lib/api.ts';

/** Retries requests if the service cannot be reached, never after an error response. */
function createQueryClient(): QueryClient {
  const signedOut = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) client.setQueryData(['me'], null);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: signedOut }),
    mutationCache: new MutationCache({ onError: signedOut }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (count, error) => error instanceof ApiError && error.status === 0 && count < 3,
      },
    },
  });
  return client;
}

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
