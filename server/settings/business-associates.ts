import type { BusinessAssociate } from '../domain/settings/business-associate.ts';

/** The list that was made in the portal; null while the file of the server counts. */
export interface AssociatesSetting {
  readonly list: readonly BusinessAssociate[] | null;
}

export const unsetAssociates: AssociatesSetting = { list: null };
