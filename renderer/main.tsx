import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './lib/query-client.ts';
import { placeToReturnTo } from './lib/return-place.ts';
import { chosenTheme, showTheme } from './lib/theme.ts';
import { router } from './routes.tsx';
import './ui/base.css';
import './ui/controls.css';
import './ui/surfaces.css';
import './ui/shell.css';

showTheme(chosenTheme());

// A sign-in ends at the portal's front door; go on where it was begun.
const place = placeToReturnTo();
if (place !== undefined) router.history.replace(place);

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
