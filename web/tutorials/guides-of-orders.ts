import { everyMarketplace } from '../../contract/shared/channels.ts'
import type { Guide } from './guide.ts'

/** For the people who work the orders. */
export const guidesOfOrders: readonly Guide[] = [
  {
    id: 'aceitar-pedidos',
    title: 'Aceite e avance um pedido',
    why: 'Cada pedido anda da esquerda para a direita, um toque por passo.',
    steps: [
      'O pedido novo toca até alguém aceitar. Confira itens e observações e toque em “Aceitar”.',
      'Quando a cozinha começar e quando ficar pronto, toque no botão do cartão.',
      'Na entrega, toque em “Saiu para entrega” e escolha quem leva. Na retirada, confira o código do cliente.',
      'Errou? Toque em “Desfazer” logo depois.',
    ],
    after: `A barra do cartão mostra o prazo. Pedido ${everyMarketplace('de')} sem aceite é cancelado sozinho: por isso o painel insiste.`,
    at: '/menu/orders',
    also: ['/settings?tab=orders'],
    role: 'basic',
  },
  {
    id: 'lancar-um-pedido',
    title: 'Lance um pedido por telefone',
    why: 'O pedido do telefone e do balcão entra na mesma fila dos outros, e conta nos números.',
    steps: [
      'Em “Pedidos”, toque em “Novo pedido”.',
      'Escreva o telefone: se o cliente já pediu, nome e endereço vêm sozinhos, e “Repetir o último” põe tudo na comanda.',
      'Procure ou toque nos itens. As opções aparecem na hora.',
      'Escolha entrega, retirada ou salão. A taxa da entrega vem da sua área.',
      'Diga como paga e toque em “Lançar pedido”.',
    ],
    after:
      'Para o Pix, o código da própria loja aparece com o valor certo, se a chave estiver em Ajustes, Pagamentos.',
    at: '/menu/orders',
    also: ['/settings?tab=pagamentos'],
    role: 'basic',
  },
  {
    id: 'procurar-um-pedido',
    title: 'Ache qualquer pedido',
    why: 'O cliente liga e pergunta. Você acha o pedido antes de ele terminar a frase.',
    steps: [
      'Abra o histórico e escreva o número, o nome, o telefone ou um prato.',
      'Escolha os dias. Sem nada escrito, a lista mostra todos.',
      'Toque no pedido: a linha do tempo diz quem fez o quê, e a que horas.',
      'Para o contador, baixe a lista como planilha.',
    ],
    after:
      'Na tela de pedidos, a lupa procura só entre os que correm agora. O histórico procura em tudo, de todas as lojas escolhidas.',
    at: '/reports/history',
    also: [],
    role: 'manager',
  },
  {
    id: 'pausar-um-item',
    title: 'Pause um item que acabou',
    why: 'Item que acabou e continua à venda vira cancelamento, e cancelamento custa nota.',
    steps: [
      'No cardápio, ache o item: a busca não liga para acentos.',
      'Toque em “Pausar” e diga até quando: hoje, uma hora, ou até você voltar.',
      'Confira os canais: cada um mostra se já tirou o item da venda.',
      'Voltou? Toque em “Voltar a vender”, ou deixe a pausa acabar sozinha.',
    ],
    after: 'Também dá para pausar uma opção, como um sabor. O prato continua à venda sem ela.',
    at: '/cardapio',
    also: ['/menu/orders'],
    role: 'basic',
  },
  {
    id: 'atender-conversas',
    title: 'Responda quem pede uma pessoa',
    why: 'O Balcão atende o WhatsApp sozinho. Quem pede uma pessoa, ou não é entendido duas vezes, espera por você.',
    steps: [
      'Abra “Conversas”: quem espera há mais tempo está no alto.',
      'Toque no cliente e leia o que ele já disse. O pedido dele aparece junto.',
      'Toque em “Assumir a conversa”, escreva e envie. Os colegas veem que está com você.',
      'Resolveu? Toque em “Devolver ao Balcão”: a próxima mensagem é atendida sozinha de novo.',
    ],
    after:
      'O WhatsApp só deixa escrever até 24 horas depois da última mensagem do cliente. Passou? Ligue: o número está na conversa.',
    at: '/conversas',
    also: ['/settings?tab=whatsapp'],
    role: 'basic',
  },
]
