import { describe, expect, it } from 'vitest';
import { truncateCardNumber } from '../../../server/live-view/truncate-card-number.ts';

const spoken = {
  English: 'four one one one one one one one one one one one one one one one',
  Spanish: 'cuatro uno uno uno uno uno uno uno uno uno uno uno uno uno uno uno',
  French: 'quarante et un onze onze onze onze onze onze onze',
};

describe('a card number shows its first six and last four digits (PCI DSS 3.4.1)', () => {
  it.each(Object.entries(spoken))('also one that was said in %s', (_language, surface) => {
    for (const kind of ['CREDIT_CARD', 'ACCOUNT'])
      expect(truncateCardNumber(kind, surface)).toBe('411111••••••1111');
  });

  it('another value is shown as it is', () => {
    expect(truncateCardNumber('ACCOUNT', 'quarante et un')).toBe('quarante et un');
  });
});
