import type { GuideId } from '../../contract/tutorials/guide-ids.ts'
import type { RoleName } from '../../contract/shared/access.ts'
import { everyMarketplace } from '../../contract/shared/channels.ts'

/** A short guide: 60 to 120 words in all, as an owner would tell it to a colleague. */
export interface Guide {
  readonly id: GuideId
  /** Begins with a verb. */
  readonly title: string
  /** What it is good for. */
  readonly why: string
  readonly steps: readonly string[]
  /** What to know afterwards. */
  readonly after: string
  /** The address of the screen that it teaches: it opens beside it. */
  readonly at: string
  /** Other screens whose "?" offers it: a path, or a section of the settings. */
  readonly also: readonly string[]
  readonly role: RoleName
}

export const guides: readonly Guide[] = [
  {
    id: 'conhecer-o-painel',
    title: 'Conheça o painel',
    why: 'Tudo o que pede você hoje está em “Agora”. O resto fica a um toque.',
    steps: [
      'Abra “Agora” e leia a primeira frase: ela diz se alguma loja precisa de você.',
      'Toque em cada linha amarela. O amarelo só aparece no que espera uma pessoa.',
      'Em “Pedidos”, trabalhe os pedidos que correm. Em “Relatórios”, veja os números.',
      'Em “Ajustes”, escolha à esquerda o que mudar. A loja que vale aparece no alto.',
    ],
    after: 'O ponto de interrogação, em qualquer tela, abre o tutorial dela aqui ao lado.',
    at: '/menu',
    also: [],
    role: 'basic',
  },
  {
    id: 'abrir-a-loja',
    title: 'Diga quando a loja abre',
    why: 'Sem horário, a loja fica fechada o tempo todo, e o aceite sozinho não funciona.',
    steps: [
      'Toque no dia e informe as horas. Um dia pode ter almoço e jantar.',
      'Para passar da meia-noite, escreva 18:00 até 02:00: é uma linha só.',
      'Use “Copiar para” quando os dias são iguais.',
      'Salve na faixa que aparece embaixo. Ela mostra o que mudou antes.',
    ],
    after: `O horário vai também ${everyMarketplace('a')}. Se alguém mudar lá, o painel avisa e oferece escrever o seu de novo.`,
    at: '/settings?tab=horarios',
    also: ['/settings?tab=loja', '/settings?tab=modulos'],
    role: 'manager',
  },
  {
    id: 'montar-o-cardapio',
    title: 'Monte o cardápio',
    why: 'Com cinco itens com preço já dá para lançar um pedido em poucos toques.',
    steps: [
      'Toque em “Novo item”, escreva o nome e o preço. O resto pode esperar.',
      'Escolha a categoria, ou crie uma na hora.',
      'Para sabores e tamanhos, abra o item e junte um grupo de opções: diga quantas o cliente pode escolher.',
      'Ponha a foto depois. Prato com foto vende mais.',
    ],
    after:
      'Com várias lojas, a lista mostra o mesmo prato uma vez só. Ao salvar, escolha em quais lojas a mudança vale.',
    at: '/cardapio',
    also: [],
    role: 'manager',
  },
  {
    id: 'ligar-a-impressora',
    title: 'Ligue a impressora',
    why: 'Cada pedido aceito sai em papel na cozinha, sem ninguém copiar nada.',
    steps: [
      'Instale o programa no computador que fica perto da impressora. O painel mostra o passo a passo.',
      'Digite o código que aparece na tela. Ele vale por poucos minutos.',
      'Escolha a impressora na lista e a largura do papel.',
      'Toque em “Testar” e confira o papel.',
    ],
    after:
      'Se ela parar, veja papel, tampa e cabo; depois, se o computador está ligado. O que não saiu espera e imprime quando ela volta, marcado como reimpressão.',
    at: '/settings?tab=printing',
    also: ['/agente'],
    role: 'manager',
  },
  {
    id: 'fazer-um-pedido-de-teste',
    title: 'Faça um pedido de teste',
    why: 'Em dois minutos você sabe se a loja inteira funciona: tela, som, aceite e papel.',
    steps: [
      'Abra os primeiros passos e toque em “Fazer pedido de teste”.',
      'Vá para “Pedidos”: ele chega na primeira coluna, com a marca TESTE, e toca.',
      'Aceite, veja o papel sair e avance até concluir.',
      'Se algo não aconteceu, o passo continua aberto e diz o que falta.',
    ],
    after:
      'O teste não entra em relatório, arquivo nem soma. Pode fazer quantos quiser, também antes de um dia cheio.',
    at: '/settings?tab=primeiros-passos',
    also: [],
    role: 'manager',
  },
  {
    id: 'ligar-os-avisos',
    title: 'Ligue os avisos no celular',
    why: 'O aparelho avisa quando um pedido espera aceite, também com o painel fechado.',
    steps: [
      'Abra esta tela no celular e toque em “Ligar avisos neste aparelho”.',
      'Permita quando o navegador perguntar.',
      'Toque em “Testar”: o aviso chega em segundos.',
      'Na tabela, escolha o que avisa por tela, som, aparelho ou e-mail.',
      'Quer dormir? Ligue as horas de silêncio. O que é crítico passa.',
    ],
    after:
      'No iPhone, instale antes o painel na tela de início. Um aviso crítico fica sempre com um canal ligado.',
    at: '/settings?tab=notificacoes',
    also: ['/settings?tab=account', '/conta'],
    role: 'basic',
  },
  {
    id: 'aceitar-pedidos',
    title: 'Aceite e avance um pedido',
    why: 'Cada pedido anda da esquerda para a direita, um toque por passo.',
    steps: [
      'O pedido novo toca até alguém aceitar. Confira itens e observações e toque em “Aceitar”.',
      'Quando a cozinha começar e quando ficar pronto, toque no botão do cartão.',
      'Na entrega, escolha o entregador e despache. Na retirada, confira o código do cliente.',
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
      'Escreva o telefone: se o cliente já pediu, nome e endereço vêm sozinhos.',
      'Toque nos itens. As opções obrigatórias aparecem na hora.',
      'Escolha entrega, retirada ou salão. A taxa da entrega vem da sua área.',
      'Diga como paga e salve.',
    ],
    after:
      'Para o Pix, o código da própria loja aparece com o valor certo, se a chave estiver em “Dados da loja”.',
    at: '/menu/orders',
    also: [],
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
      'Voltou? Toque em “Retomar”, ou deixe a pausa acabar sozinha.',
    ],
    after: 'Também dá para pausar uma opção, como um sabor. O prato continua à venda sem ela.',
    at: '/cardapio',
    also: ['/menu/orders'],
    role: 'basic',
  },
  {
    id: 'decidir-feriados-e-pausas',
    title: 'Decida feriados e pausas',
    why: 'Loja que aparece aberta no feriado e não atende perde cliente e nota.',
    steps: [
      'Os feriados dos próximos dias aparecem em “Agora” e nos horários.',
      'Toque em “Decidir” e escolha: fecha, abre normal, ou abre em outro horário. Vale para várias lojas de uma vez.',
      'Para parar já, crie uma pausa com hora de volta: a loja volta sozinha.',
      'Escolha os canais da pausa, se não for em todos.',
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
    also: [],
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
  {
    id: 'ler-o-relatorio-do-dia',
    title: 'Leia o relatório do dia',
    why: 'A primeira frase já diz se o dia foi bom. O resto explica por quê.',
    steps: [
      'Leia a frase e os números. Cada um compara com o mesmo dia da semana passada.',
      'Enquanto o dia corre, a comparação para na mesma hora.',
      'Toque num número para ver como ele é feito.',
      'Siga a conta de cima para baixo: bruto, descontos, estornos, líquido.',
      'Troque o dia ou as lojas no alto.',
    ],
    after: 'O mesmo resumo chega por e-mail quando o dia fecha. Ligue em “Avisos”.',
    at: '/reports/daily',
    also: ['/reports/sale', '/reports/product', '/reports/menu'],
    role: 'manager',
  },
  {
    id: 'conferir-os-repasses',
    title: 'Confira os repasses',
    why: 'Aqui você vê se o marketplace pagou o que devia, até o centavo.',
    steps: [
      'Escolha o período. A primeira parte soma o que foi vendido e o que foi descontado.',
      'Veja “Valores que não reconheço”: é o que veio no extrato e não bate com pedido seu.',
      'Abra um pedido para ver cada taxa.',
      'Em “Semanas de repasse”, compare com o extrato do banco.',
    ],
    after:
      'Baixe a planilha para o contador. Achou diferença? Conteste no canal dentro do prazo que a tela mostra.',
    at: '/reports/orderBilling',
    also: [],
    role: 'manager',
  },
  {
    id: 'melhorar-a-qualidade',
    title: 'Suba a qualidade da loja',
    why: 'Aceite rápido, prazo cumprido e poucos cancelamentos fazem o canal mostrar a sua loja mais vezes.',
    steps: [
      'Veja onde o tempo se perde: no aceite, no preparo ou na saída.',
      'Ajuste as metas de cada etapa às da sua cozinha.',
      'Leia os motivos dos cancelamentos, do maior para o menor.',
      'Responda as avaliações: as de poucas estrelas primeiro.',
      'Responda as negociações antes do prazo. Sem resposta, a loja perde.',
    ],
    after: 'A tela diz quantos pedidos bons faltam para o próximo nível.',
    at: '/reports/quality',
    also: [],
    role: 'manager',
  },
  {
    id: 'comparar-as-lojas',
    title: 'Compare as suas lojas',
    why: 'Lado a lado, fica claro qual loja precisa de você hoje.',
    steps: [
      'Abra o relatório “Lojas”: uma linha por loja, com vendas, prazo e tempo aberta.',
      'Toque no título da coluna para ordenar.',
      'Crie um grupo em “Lojas” para juntar as que andam juntas, como as de um bairro.',
      'A página do grupo mostra o dia de todas e o que espera em cada uma.',
    ],
    after: 'O grupo escolhido vale em todas as telas, até você escolher outro.',
    at: '/reports/stores',
    also: ['/lojas', '/nova-loja'],
    role: 'manager',
  },
  {
    id: 'conhecer-os-clientes',
    title: 'Conheça os seus clientes',
    why: 'Trazer de volta quem já gostou custa menos do que achar gente nova.',
    steps: [
      'Veja quantos são novos, quantos voltaram e quantos são de sempre.',
      'Veja “Sem pedir há mais de”: são os que pediam e pararam.',
      'Leia “Grupos e o que fazer”: cada grupo tem uma sugestão.',
      'Exporte os contatos para chamar quem aceitou receber mensagem.',
    ],
    after:
      'Pedidos de marketplace vêm sem o telefone verdadeiro, por isso alguns clientes ficam sem nome. Trate os dados com cuidado: eles são das pessoas.',
    at: '/reports/customer',
    also: [],
    role: 'manager',
  },
  {
    id: 'ver-quem-mudou',
    title: 'Veja quem mudou o quê',
    why: 'Preço diferente, horário trocado: o histórico diz quem, quando, e como era antes.',
    steps: [
      'Abra o histórico de alterações nos ajustes.',
      'Filtre por assunto, por pessoa ou pelos dias.',
      'Abra a linha: o valor de antes fica ao lado do novo.',
      'Para guardar ou mandar a alguém, baixe a planilha.',
    ],
    after:
      'Cada parte dos ajustes tem embaixo o link “Quem mudou o quê nesta parte”. Ninguém apaga uma linha do histórico, nem o suporte.',
    at: '/settings?tab=historico',
    also: [],
    role: 'manager',
  },
]

export const guideOf = (id: string): Guide | undefined => guides.find((guide) => guide.id === id)
