import type { Machine } from '@boathouse/contract/activities';

export const machineNames: Record<Machine, string> = {
  rower: 'RowErg',
  skierg: 'SkiErg',
  bike: 'BikeErg',
  dynamic: 'Dynamic RowErg',
  slides: 'RowErg on slides',
  multierg: 'MultiErg',
  other: 'Another machine',
};
