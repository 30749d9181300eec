/**
 * How long things are kept, in days. The daily sweep (server/worker/sweep.ts) deletes by these figures, and the
 * screen shows the same ones.
 */
export const retentionDays = {
  links: 7,
  mails: 30,
  devices: 180,
  sessions: 180,
  refusals: 180,
  audit: 5 * 365,
  filesOfActs: 7,
} as const

/** In the order of the screen. Null days: no job deletes it. */
export const retention: readonly { readonly what: string; readonly how: string; readonly why: string }[] = [
  { what: 'Pedidos e valores', how: 'enquanto a loja existir', why: 'Obrigação fiscal e contábil' },
  {
    what: 'Nome, telefone e endereço de clientes',
    how: 'até o pedido de exclusão',
    why: 'Atender e entregar; some quando a pessoa pede',
  },
  {
    what: 'Conversas e números no WhatsApp',
    how: 'até o pedido de exclusão',
    why: 'Atender; a cópia técnica de cada mensagem some em 7\u00a0dias',
  },
  {
    what: 'Sessões e tentativas recusadas',
    how: `${retentionDays.sessions}\u00a0dias`,
    why: 'Marco Civil da Internet, art. 15',
  },
  {
    what: 'Aparelhos conhecidos',
    how: `${retentionDays.devices}\u00a0dias sem uso`,
    why: 'Proteger a conta',
  },
  { what: 'E-mails enviados', how: `${retentionDays.mails}\u00a0dias`, why: 'Provar o envio' },
  {
    what: 'Links de e-mails',
    how: `${retentionDays.links}\u00a0dias depois de vencer`,
    why: 'Explicar por que um link não abre',
  },
  {
    what: 'Arquivos feitos de uma vez para várias lojas',
    how: `${retentionDays.filesOfActs}\u00a0dias`,
    why: 'Baixar de novo',
  },
  { what: 'Histórico de alterações', how: '5\u00a0anos', why: 'Saber quem fez o quê' },
  {
    what: 'Cópias técnicas de respostas',
    how: '24\u00a0horas',
    why: 'Repetir uma chamada sem efeito dobrado',
  },
]
