import { createHash } from 'node:crypto'
import type { TermsSection } from '../../contract/privacy/terms.ts'

/** The day from which the text is in force. Change it with the text: everybody is asked again. */
export const termsVersion = '2026-11-24'

export const termsSections: readonly TermsSection[] = [
  {
    title: 'O que o Balcão faz',
    parts: [
      'O Balcão reúne os pedidos das suas lojas, do canal próprio e de marketplaces, e mostra relatórios sobre eles. Quem contrata é a loja; as pessoas que ela autoriza usam o painel em nome dela.',
    ],
  },
  {
    title: 'Dados que tratamos e para quê',
    parts: [
      [
        'Clientes da loja (nome, telefone, endereço, pedidos): para preparar, entregar e acompanhar os pedidos, e para os relatórios da própria loja. A loja é a controladora; o Balcão, o operador.',
        'Pessoas que usam o painel (nome, e-mail, acessos, registros de uso): para permitir o acesso, protegê-lo e saber quem fez o quê.',
        'Origem da visita (parâmetros de campanha do endereço): para saber de onde a loja chegou até nós. Fica guardada neste navegador.',
        'Bebidas alcoólicas: guardamos quem conferiu o documento na entrega e quando. O documento não é guardado.',
      ],
    ],
  },
  {
    title: 'Por quanto tempo',
    parts: [
      'Pedidos e valores ficam pelo prazo que a lei fiscal exige. Dados de contato de clientes podem ser apagados antes, a pedido. Sessões terminam em até 24 horas. Registros de acesso são guardados por seis meses, e o histórico de alterações por cinco anos.',
    ],
  },
  {
    title: 'Com quem compartilhamos',
    parts: [
      'Com o marketplace de onde veio o pedido e com os fornecedores listados nesta página, somente para prestar o serviço. Não vendemos dados.',
    ],
  },
  {
    title: 'Seus direitos',
    parts: [
      'Você pode pedir confirmação, acesso, correção, portabilidade e eliminação, e saber com quem os dados foram compartilhados. Clientes de uma loja fazem o pedido à loja, que responde por este painel.',
    ],
  },
  {
    title: 'Incidentes',
    parts: [
      'Se um incidente puder trazer risco ou dano relevante, avisamos as pessoas afetadas e a ANPD em até três dias úteis, como manda a Resolução CD/ANPD 15/2024.',
    ],
  },
]

/** Of version and text, as they are sent: what a person accepts is exactly what they were shown. */
export const termsSha256: string = createHash('sha256')
  .update(JSON.stringify({ version: termsVersion, sections: termsSections }))
  .digest('hex')
