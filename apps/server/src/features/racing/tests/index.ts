export { recordMarksOf } from './records/service.ts';
export { recordSteps } from './records/rules.ts';
export { testRoutes } from './routes.ts';
