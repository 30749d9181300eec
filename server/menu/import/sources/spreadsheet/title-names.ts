import type { ImportColumn } from '../../../../../contract/menu/import-columns.ts'

/**
 * How people and the exports of Brazilian systems name the columns, by `titleKey`, the surest name first. A column takes a
 * title that no column above has taken: `Descrição` is the item's name only where no title is a name.
 */
export const titleNames: readonly (readonly [ImportColumn, readonly string[]])[] = Object.entries({
  item: `item, itens, produto, produtos, nome, nome do produto, nome produto, nome do item, nome item,
    prato, pratos, nome do prato, sabor, sabores, pizza, pizzas, lanche, bebida, mercadoria, titulo,
    denominacao, nome reduzido, nome comercial, name, product, product name, item name,
    descricao do produto, descricao produto, desc produto, produto descricao, descricaoproduto,
    descricao do item, descricao item, descricao da mercadoria, descricao resumida,
    descricao reduzida, descricao, descr, desc, discriminacao, especificacao, description`,
  option: `opcao, opcoes, complemento, adicional, nome da opcao, nome do complemento, nome do adicional`,
  optionPrice: `preco da opcao, valor da opcao, preco opcao, valor opcao, preco do complemento,
    valor do complemento, preco do adicional, valor do adicional, preco adicional, valor adicional`,
  group: `grupo, grupo de opcoes, grupo de complementos, grupo de adicionais, nome do grupo,
    categoria do complemento, categoria de complementos`,
  category: `categoria, categorias, nome da categoria, categoria do produto, categoria produto,
    categoria do item, grupo, grupos, grupo de produto, grupo de produtos, grupo do produto,
    grupo produto, nome do grupo, descricao grupo, descricao do grupo, desc grupo, secao,
    nome da secao, departamento, depto, setor, classe, linha, familia, subgrupo, sub grupo,
    subcategoria, tipo, tipo de produto, category, section`,
  price: `preco, precos, preco de venda, preco venda, precovenda, preco final, preco atual, preco unitario,
    preco unit, preco un, preco normal, preco cheio, preco cardapio, preco balcao, preco de tabela,
    preco tabela, preco 1, preco1, preco do produto, preco do item, preco por, pr venda, prc venda,
    prvenda, p venda, pvenda, pco venda, valor, valor de venda, valor venda, valorvenda, vl venda,
    vlvenda, vlr venda, vlrvenda, val venda, valor unitario, valor unit, vl unitario, vl unit,
    vlr unitario, vlr unit, vlunit, vlrunit, valor final, vlr, vl, venda, price, sale price,
    unit price`,
  ean: `codigo de barras, cod de barras, codigo barras, cod barras, codbarras, codigo de barra,
    cod barra, ean, ean13, gtin, gtin ean, ean gtin, codigo ean, cod ean, barcode`,
  code: `codigo, cod, codigo do produto, codigo produto, cod do produto, cod produto, codproduto, codprod,
    codigo do item, cod item, codigo pdv, cod pdv, codigo interno, cod interno, codigo externo, sku,
    plu, referencia, ref, codigo de referencia, id, id do produto, id produto, code, external code,
    externalcode`,
  description: `descricao, descricao do produto, descricao do item, descricao produto, descricao completa,
    descricao detalhada, descricao longa, descricao complementar, detalhes, detalhe, ingredientes,
    composicao, descr, desc, description`,
  serving: `serve, serve pessoas, serve quantas pessoas, serve ate, pessoas, porcoes`,
  unit: `unidade, un, und, unid, unidade de medida, un medida, medida, unit`,
  isAlcoholic: `bebida alcoolica, alcoolico, alcoolica, contem alcool, alcool`,
  minPermitted: `minimo, min, quantidade minima, qtd minima, qtde minima, qtd min, minimo de opcoes`,
  maxPermitted: `maximo, max, quantidade maxima, qtd maxima, qtde maxima, qtd max, maximo de opcoes`,
  priceMethod: `cobranca, forma de cobranca, tipo de cobranca`,
} satisfies Partial<Record<ImportColumn, string>>).map(([column, names]) => [
  column as ImportColumn,
  names.split(/,\s+/),
])
