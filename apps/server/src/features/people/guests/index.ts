export { Guests } from './service.ts';
