/** Lines of each icon on a square of 24 by 24. */
const shapes = {
  overview: 'M4 4h7v7H4zM4 15h7v5H4zM15 4h5v5h-5zM15 13h5v7h-5z',
  live: 'M12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM16 8a5.7 5.7 0 0 1 0 8M8 16a5.7 5.7 0 0 1 0-8M19 5a9.9 9.9 0 0 1 0 14M5 19a9.9 9.9 0 0 1 0-14',
  calls:
    'M6 3h3l2 5-2.5 1.500a12 12 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z',
  agents: 'M4 15v-3a8 8 0 0 1 16 0v3M4 14h4v6H6a2 2 0 0 1-2-2zM20 14h-4v6h2a2 2 0 0 0 2-2z',
  policies: 'M12 3l8 3v5c0 5-3.4 8.4-8 10-4.6-1.6-8-5-8-10V6zM8.5 12l2.5 2.5 4.5-5',
  review: 'M5 21V4h13l-3 4.5 3 4.500H5',
  roster:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM3 20a6 6 0 0 1 12 0M16 5.300a3.5 3.5 0 0 1 0 6.400M17.5 14.600A6 6 0 0 1 21 20',
  reports: 'M6 3h8l5 5v13H6zM14 3v5h5M9 13h7M9 17h7',
  audit:
    'M4 6l1.5 1.500L8 5M4 12.500L5.5 14 8 11.500M4 19l1.5 1.500L8 18M12 6h8M12 12.500h8M12 19h8',
  settings:
    'M4 7h8M18 7h2M15 4.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM4 17h2M12 17h8M9 14.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  system: 'M4 4h16v6H4zM4 14h16v6H4zM8 7h.01M8 17h.01',
  appliance: 'M3 4h18v12H3zM8 20h8M12 16v4',
  more: 'M4 12h1.5M11.2 12h1.6M18.5 12H20',
  good: 'M5 12.500l4.5 4.500L19 7.5',
  warn: 'M12 4L2.5 20h19zM12 10v4.500M12 17.500h.01',
  bad: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zM12 7.500V13M12 16.500h.01',
  download: 'M12 4v11M7 10.500l5 5 5-5M4 20h16',
  show: 'M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
} as const;

export type IconName = keyof typeof shapes;

/** A drawing beside words that say the same: screen readers leave it out. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
