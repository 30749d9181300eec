/** Open Delivery's ways of payment as people read them; a partner's own word stays as it is. */
const words: Readonly<Record<string, string>> = {
  CREDIT: 'Crédito',
  DEBIT: 'Débito',
  PIX: 'Pix',
  CASH: 'Dinheiro',
  MEAL_VOUCHER: 'Vale-refeição',
  FOOD_VOUCHER: 'Vale-alimentação',
  DIGITAL_WALLET: 'Carteira digital',
}

export const methodName = (method: string): string => words[method] ?? method
