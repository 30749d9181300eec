import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import type { downloadAgentProgram as downloadProgramRoute } from '../../../contract/printing/print-agent.ts'
import type * as contract from '../../../contract/printing/printing.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { sentAlready, type Call } from '../../calls/call.ts'
import { AppError } from '../../errors/app-error.ts'
import { packedRelease, releaseDir, releaseForPeople } from './agent-release.ts'

export async function readAgentRelease({
  deps,
}: Call<typeof contract.readAgentRelease>): Promise<Reply<typeof contract.readAgentRelease>> {
  return { release: await releaseForPeople(deps.env) }
}

export async function downloadAgent({
  deps,
  params,
  reply,
}: Call<typeof contract.downloadAgent>): Promise<typeof sentAlready> {
  const packed = await packedRelease(deps.env)
  const found = packed?.downloads.find((one) => one.platform === params.platform)
  if (!found) throw new AppError('print/agent-not-packed')
  const type = found.file.endsWith('.zip') ? 'application/zip' : 'application/gzip'
  return sendPacked(reply, releaseDir(deps.env), found, type)
}

/** Only the newest: an agent that asks for another one has read an older heartbeat. */
export async function downloadAgentProgram({
  deps,
  params,
  reply,
}: Call<typeof downloadProgramRoute>): Promise<typeof sentAlready> {
  const packed = await packedRelease(deps.env)
  if (packed?.version !== params.version) throw new AppError('print/agent-not-packed')
  return sendPacked(reply, releaseDir(deps.env), packed.program, 'text/javascript; charset=utf-8')
}

interface PackedFile {
  readonly file: string
  readonly bytes: number
  readonly sha256: string
}

/** Streamed; a file that was replaced meanwhile is not sent under the former checksum. */
async function sendPacked(
  reply: FastifyReply,
  dir: string,
  { file, bytes, sha256 }: PackedFile,
  type: string,
): Promise<typeof sentAlready> {
  const path = join(dir, file)
  const size = await stat(path).then(
    (found) => found.size,
    () => null,
  )
  if (size !== bytes) throw new AppError('print/agent-not-packed')
  void reply
    .headers({
      'content-length': bytes,
      'content-disposition': `attachment; filename="${file}"`,
      'cache-control': 'no-cache',
      etag: `"${sha256}"`,
      'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
    })
    .type(type)
    .send(createReadStream(path))
  return sentAlready
}
