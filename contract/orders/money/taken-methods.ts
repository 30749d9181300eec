/** How people pay at the counter or at the door, the commonest first. */
export const counterMethods = ['PIX', 'CASH', 'CREDIT', 'DEBIT', 'MEAL_VOUCHER'] as const

/** What the conversation offers a customer who orders by chat. */
export const chatMethods = ['PIX', 'CREDIT', 'DEBIT', 'CASH'] as const
