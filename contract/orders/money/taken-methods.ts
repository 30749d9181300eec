/** What the conversation offers a customer who orders by chat. */
export const chatMethods = ['PIX', 'CREDIT', 'DEBIT', 'CASH'] as const
