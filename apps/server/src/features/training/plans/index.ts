export { checkedPlan, isRoundDistance, isRoundTime, singlePlanOf } from './rules.ts';
