/** Where a store keeps a customer's data. Each has its words, and where something stays, the law that says so. */
export const personParts = {
  customer: { label: 'Nome e telefone do cliente', keeps: null },
  addresses: { label: 'Endereços de entrega', keeps: null },
  notes: { label: 'Observações dos pedidos e dos itens', keeps: null },
  messages: { label: 'Mensagens e notas na linha do tempo', keeps: null },
  reviews: { label: 'Comentários de avaliações', keeps: null },
  disputes: { label: 'Textos de negociações', keeps: null },
  quotes: { label: 'Cotações de entrega', keeps: null },
  documents: { label: 'Documentos recebidos dos canais', keeps: null },
  prints: { label: 'Textos de impressões', keeps: null },
  conversations: { label: 'Conversas no WhatsApp', keeps: null },
  orders: {
    label: 'Pedidos: itens, valores e datas, sem o nome',
    keeps: 'Obrigação fiscal e contábil (LGPD, art. 16, I; CTN, arts. 173 e 195)',
  },
  taxDocuments: {
    label: 'CPF ou CNPJ informado para a nota',
    keeps: 'Obrigação fiscal, por cinco anos (LGPD, art. 16, I; CTN, art. 173)',
  },
  audit: {
    label: 'Registro de quem abriu os dados',
    keeps: 'Prova do tratamento e defesa de direitos (LGPD, arts. 7º, VI, e 37)',
  },
  retries: {
    label: 'Cópias técnicas de respostas',
    keeps: 'Somem sozinhas em 24\u00a0horas (LGPD, art. 16, I)',
  },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly keeps: string | null }>>

export type PersonPart = keyof typeof personParts
export const personPartNames = Object.keys(personParts) as [PersonPart, ...PersonPart[]]
