/** Parts of the product that an audit entry is about; the prefix of its action, before the slash, says which. */
export const auditAreas = {
  store: { words: 'Loja', prefixes: ['store', 'channel', 'group', 'modules', 'integration', 'usage'] },
  hours: { words: 'Horários e pausas', prefixes: ['hours'] },
  people: { words: 'Pessoas e acessos', prefixes: ['access', 'identity', 'root'] },
  menu: { words: 'Cardápio', prefixes: ['menu'] },
  delivery: { words: 'Entrega', prefixes: ['delivery'] },
  orders: { words: 'Pedidos e motoboys', prefixes: ['orders', 'order', 'motoboy', 'queue'] },
  printing: { words: 'Impressão', prefixes: ['printer', 'print-agent', 'print'] },
  reports: { words: 'Relatórios e clientes', prefixes: ['reports', 'reviews', 'customer'] },
} as const
export type AuditArea = keyof typeof auditAreas
export const auditAreaNames = Object.keys(auditAreas) as [AuditArea, ...AuditArea[]]

/** What a person did, in the past, after their name: "Ana mudou os dados da loja". */
const actionWords: Readonly<Record<string, string>> = {
  'access/granted': 'mudou o acesso de uma pessoa',
  'access/invitation-accepted': 'aceitou o convite',
  'access/invitation-cancelled': 'cancelou um convite',
  'access/invited': 'convidou uma pessoa',
  'access/refused': 'tentou abrir uma loja sem ter acesso',
  'access/removed': 'tirou o acesso de uma pessoa',
  'channel/repair-asked': 'pediu o conserto de um canal',
  'customer/exported': 'baixou a lista de clientes',
  'delivery/modifier-changed': 'alterou uma mudança da taxa (chuva, pico)',
  'delivery/modifier-made': 'criou uma mudança da taxa (chuva, pico)',
  'delivery/modifier-removed': 'apagou uma mudança da taxa (chuva, pico)',
  'delivery/zones-saved': 'mudou as áreas de entrega',
  'group/deleted': 'apagou um grupo',
  'group/restored': 'trouxe um grupo de volta',
  'hours/break-began': 'começou uma pausa',
  'hours/break-called-off': 'desmarcou uma pausa',
  'hours/break-ended': 'terminou uma pausa',
  'hours/break-over': 'terminou uma pausa no horário marcado',
  'hours/break-scheduled': 'marcou uma pausa',
  'hours/special-day-removed': 'apagou um dia especial',
  'hours/special-day-saved': 'mudou um dia especial',
  'hours/week-saved': 'mudou os horários da semana',
  'integration/connected': 'conectou um canal',
  'integration/disconnected': 'desconectou um canal',
  'integration/setup-cancelled': 'desistiu de conectar um canal',
  'integration/setup-started': 'começou a conectar um canal',
  'menu/item-added': 'criou um item',
  'menu/item-changed': 'mudou um item',
  'menu/item-paused': 'pausou um item',
  'menu/item-resent': 'enviou um item de novo ao canal',
  'menu/item-resumed': 'voltou a vender um item',
  'menu/pause-ended': 'voltou a vender um item no horário marcado',
  'motoboy/settled': 'acertou as contas com um motoboy',
  'order/customer-revealed': 'abriu os dados de um cliente',
  'orders/capacity-returned': 'voltou ao ritmo normal',
  'orders/capacity-set': 'mudou o ritmo da loja',
  'orders/rules-saved': 'mudou as regras dos pedidos',
  'permission/denied': 'tentou o que o seu acesso não permite',
  'print-agent/created': 'criou um programa de impressão',
  'print-agent/paired': 'ligou um programa de impressão',
  'print-agent/removed': 'removeu um programa de impressão',
  'print-agent/renewed': 'pediu um novo código para o programa de impressão',
  'printer/added': 'incluiu uma impressora',
  'printer/changed': 'mudou uma impressora',
  'printer/removed': 'removeu uma impressora',
  'queue/replayed': 'mandou de novo o que tinha falhado',
  'reports/mails-chosen': 'mudou os e-mails de relatório',
  'reports/targets-saved': 'mudou as metas',
  'reviews/replied': 'respondeu a uma avaliação',
  'store/activated': 'ativou a loja',
  'store/day-start-saved': 'mudou a hora em que o dia começa',
  'store/inactivated': 'inativou a loja',
  'store/logo-saved': 'mudou o logo',
  'store/profile-saved': 'mudou os dados da loja',
  'store/started': 'abriu a loja',
}

/** Null for an action without words; a test finds every action of the server here. */
export const auditWords = (action: string): string | null => actionWords[action] ?? null

export function areaOf(action: string): AuditArea | null {
  const prefix = action.split('/')[0] ?? ''
  return auditAreaNames.find((area) => auditAreas[area].prefixes.some((one) => one === prefix)) ?? null
}
