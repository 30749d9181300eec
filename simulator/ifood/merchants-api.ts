import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rejectUnauthorised } from './access-api.ts'
import type { Merchant } from './records.ts'
import type { World } from './world.ts'

/** iFood's list and details of merchants (docs/marketplaces/ifood.md section 2). */
export function merchantsApi(app: FastifyInstance, world: World): void {
  const guarded = {
    preHandler: (request: FastifyRequest, reply: FastifyReply) => rejectUnauthorised(world, request, reply),
  }
  const merchantOf = (request: FastifyRequest): Merchant | undefined =>
    world.merchants.get((request.params as { id: string }).id)

  app.get('/merchant/v1.0/merchants', guarded, (request) => {
    const { page = '1', size = '100' } = request.query as Record<string, string>
    const from = (Number(page) - 1) * Number(size)
    const token = world.access.tokenOf(request)
    return [...world.merchants.values()]
      .filter(({ id }) => token !== undefined && world.access.reaches(token, id))
      .slice(from, from + Number(size))
      .map(({ id, name }) => ({ id, name, corporateName: name }))
  })

  app.post('/merchant/v1.0/merchants/checkin-qrcode', guarded, async (request, reply) => {
    const { merchantIds } = (request.body ?? {}) as { merchantIds?: unknown }
    const ids: readonly unknown[] = Array.isArray(merchantIds) ? merchantIds : []
    // As published.
    if (ids.length === 0 || ids.length > 20)
      return reply.code(400).send({ error: { code: 'BadRequest', message: 'From 1 to 20 merchants' } })
    if (ids.some((id) => typeof id !== 'string' || !world.merchants.has(id)))
      return reply.code(403).send({ error: { code: 'Forbidden', message: 'user is forbidden' } })
    return reply.type('application/pdf').send(pdfOf(ids.map(String)))
  })

  app.get('/merchant/v1.0/merchants/:id', guarded, async (request, reply) => {
    const merchant = merchantOf(request)
    // iFood does not tell an unknown merchant from one that is not granted.
    if (!merchant)
      return reply
        .code(403)
        .send({ error: { code: 'Forbidden', message: 'user is forbidden to access merchant' } })
    return {
      id: merchant.id,
      name: merchant.name,
      corporateName: merchant.name,
      description: '',
      type: 'RESTAURANT',
      status: 'AVAILABLE',
      address: {
        country: 'BR',
        state: 'SP',
        city: 'São Paulo',
        postalCode: '01310100',
        district: 'Centro',
        street: 'Rua das Acácias',
        number: '100',
      },
      operations: [{ name: 'DELIVERY', salesChannels: [{ name: 'ifood-app', enabled: 'true' }] }],
    }
  })
}

/** A page that reads the merchants' ids, in the smallest PDF that a reader opens. */
function pdfOf(merchantIds: readonly string[]): Buffer {
  const lines = merchantIds.map((id) => `(Check-in ${id}) Tj 0 -20 Td`).join(' ')
  const stream = `BT /F1 14 Tf 40 780 Td ${lines} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${String(stream.length)} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${String(index + 1)} 0 obj\n${object}\nendobj\n`
    return place
  })
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = String(objects.length + 1)
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${String(text.length)}\n%%EOF\n`,
    'latin1',
  )
}
