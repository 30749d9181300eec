import type { Guide } from './guide.ts'

/** For the settings of a store and of a person. */
export const guidesOfTheStore: readonly Guide[] = [
  {
    id: 'decidir-feriados-e-pausas',
    title: 'Decida feriados e pausas',
    why: 'Loja que aparece aberta no feriado e não atende perde cliente e nota.',
    steps: [
      'Os feriados dos próximos dias aparecem em “Agora” e nos horários.',
      'Toque em “Decidir” e escolha: fecha, abre normal, ou abre em outro horário. Vale para várias lojas de uma vez.',
      'Para parar já, toque em “Parar de vender”: diga até quando, em quais canais e por quê. A loja volta sozinha.',
      'Para parar outro dia, toque em “Programar pausa”.',
    ],
    after: 'Cinco minutos antes da volta o painel avisa, e você pode estender.',
    at: '/settings?tab=horarios',
    also: ['/menu'],
    role: 'manager',
  },
  {
    id: 'cobrar-a-entrega',
    title: 'Cobre a entrega certa',
    why: 'A taxa certa cobre o entregador e não espanta o cliente.',
    steps: [
      'Toque em “Nova área”: por bairro, por CEP, por distância, ou desenhada.',
      'Diga a taxa, o tempo, o pedido mínimo e a partir de quanto sai grátis.',
      'Em “Testar um endereço”, a tela explica que área atende e como a conta foi feita.',
      'Em “Chuva, pico e outras mudanças”, ligue o acréscimo. Ele tem sempre um fim.',
    ],
    after: 'Quem vem primeiro na lista de áreas vale primeiro. Arraste para mudar a ordem.',
    at: '/settings?tab=entrega',
    also: ['/settings?tab=entregadores'],
    role: 'manager',
  },
  {
    id: 'conectar-um-canal',
    title: 'Conecte um canal de venda',
    why: 'Os pedidos do marketplace entram na mesma tela que os do balcão.',
    steps: [
      'Toque em “Conectar” no canal e siga os passos: um código aqui, uma permissão lá.',
      'Escolha a loja que você tem no canal e confirme o nome.',
      'Espere o teste de ligação: ele diz o que funciona.',
      'Confira em “Horários” se o canal está aberto.',
    ],
    after:
      'Canal fechado sem você querer? A tela diz a causa, desde quando, e tem o botão que resolve. Você é avisado depois de três minutos.',
    at: '/settings?tab=integracoes',
    also: ['/settings?tab=horarios'],
    role: 'manager',
  },
  {
    id: 'trazer-um-cardapio',
    title: 'Traga um cardápio pronto',
    why: 'Se o cardápio já existe em outro lugar, ninguém precisa digitar tudo outra vez.',
    steps: [
      'Cole o endereço público do cardápio, ou busque no canal que já está ligado.',
      'Espere a leitura e veja as diferenças: o que entra, o que muda, o que fica igual.',
      'Desmarque o que não quer e aplique. Tudo entra de uma vez, ou nada.',
      'Para outra loja sua, use “Copiar”: preços combinados lá ficam.',
    ],
    after: 'Não gostou? Volte à versão de antes em “Versões”.',
    at: '/cardapio/importar',
    also: ['/cardapio'],
    role: 'manager',
  },
  {
    id: 'convidar-a-equipe',
    title: 'Convide a equipe',
    why: 'Cada pessoa entra com a própria senha e vê só o que precisa.',
    steps: [
      'Toque em “Convidar” e escreva o e-mail.',
      'Escolha o papel: atendente trabalha os pedidos, gerente cuida da loja e vê os números, dono decide tudo.',
      'Escolha as lojas e mande. O convite leva um link que vale alguns dias.',
      'Quando a pessoa sair, tire o acesso: vale na hora, em todos os aparelhos dela.',
    ],
    after: 'Não empreste a sua senha. No histórico de alterações aparece quem fez.',
    at: '/settings?tab=team',
    also: [],
    role: 'manager',
  },
  {
    id: 'proteger-a-conta',
    title: 'Proteja a sua conta',
    why: 'Com o código do celular, a senha sozinha não basta para entrar.',
    steps: [
      'Em “Minha conta”, ligue a verificação em duas etapas e confirme a senha.',
      'Leia o código da tela com um aplicativo autenticador e digite os seis números.',
      'Guarde os códigos de reserva fora do celular. Cada um vale uma vez.',
      'Confira os aparelhos em que você está e encerre o que não conhece.',
    ],
    after:
      'Perdeu o celular? Entre com um código de reserva e ligue de novo. O Balcão nunca pede a senha por telefone.',
    at: '/conta',
    also: ['/settings?tab=account'],
    role: 'basic',
  },
]
