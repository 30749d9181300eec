import type { FastifyInstance, FastifyReply } from 'fastify'
import { placeOrder } from './life.ts'
import type { World } from './world.ts'

/** What the owner of merchants does at iFood's partner portal, as plain pages without a login. */
export function portal(app: FastifyInstance, world: World): void {
  const { access } = world
  const open = () => [...world.merchants.values()].filter((merchant) => merchant.free)

  app.get('/portal', (request, reply) => {
    const { c = '', said = '' } = request.query as Record<string, string>
    return page(reply, [
      said === '' ? '' : `<p role="status"><b>${escaped(said)}</b></p>`,
      `<form method="post" action="/portal/code"><h2>Autorizar um sistema por código</h2>
        <p><label>Código do sistema <input name="userCode" value="${escaped(c)}" required></label></p>
        ${open()
          .map(
            ({ id, name }) =>
              `<p><label><input type="checkbox" name="merchant" value="${escaped(id)}"> ${escaped(name)}</label></p>`,
          )
          .join('')}
        <p><button>Autorizar</button></p></form>`,
      `<h2>Suas lojas</h2><ul>${open()
        .map(
          ({ id, name }) => `<li><b>${escaped(name)}</b><br>ID <code>${escaped(id)}</code>
          <form method="post" action="/portal/merchant"><input type="hidden" name="merchant" value="${escaped(id)}">
            <button name="act" value="approve">Aprovar o Balcão</button>
            <button name="act" value="test">Fazer pedido de teste</button>
            <button name="act" value="revoke">Remover o acesso</button></form></li>`,
        )
        .join('')}</ul>`,
    ])
  })

  app.post('/portal/code', (request, reply) => {
    const { userCode = '', merchant } = request.body as { userCode?: string; merchant?: string | string[] }
    const chosen = [merchant ?? []].flat()
    const code = access.authorise(userCode, chosen)
    return page(reply, [
      code === null
        ? '<p role="status"><b>Código errado ou vencido, ou nenhuma loja escolhida.</b></p>'
        : `<p>Copie este código para o sistema. Ele vale 5 minutos.</p><p><output style="font-size:32px">${code}</output></p>`,
      '<p><a href="/portal">Voltar</a></p>',
    ])
  })

  app.post('/portal/merchant', (request, reply) => {
    const { merchant = '', act } = request.body as { merchant?: string; act?: string }
    const known = world.merchants.get(merchant)
    if (!known?.free) return reply.code(404).send()
    if (act === 'approve') access.approvals.set(known.id, world.now())
    if (act === 'revoke') access.revoke(known.id)
    if (act === 'test') placeOrder(world, known, { isTest: true })
    const said =
      act === 'test' ? 'Pedido de teste feito.' : act === 'revoke' ? 'Acesso removido.' : 'Acesso aprovado.'
    return reply.redirect(`/portal?said=${encodeURIComponent(said)}`, 303)
  })
}

const page = (reply: FastifyReply, parts: readonly string[]) =>
  reply.type('text/html; charset=utf-8').send(
    `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>Portal do Parceiro (simulado)</title><body style="font:16px/1.5 sans-serif;max-width:560px;margin:24px auto;padding:0 16px">
      <h1>Portal do Parceiro (simulado)</h1>${parts.join('')}</body></html>`,
  )

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${String(sign.codePointAt(0))};`)
