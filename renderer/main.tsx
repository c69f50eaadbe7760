import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './lib/query-client.ts';
import { takeReturnPath } from './lib/return-place.ts';
import { savedTheme, applyTheme } from './lib/theme.ts';
import { router } from './routes.tsx';
import './ui/base.css';
import './ui/controls.css';
import './ui/surfaces.css';
import './ui/shell.css';

applyTheme(savedTheme());

// A sign-in ends at the portal's front door; go on where it was begun.
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
