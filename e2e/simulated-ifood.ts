import { simulatorControl } from '../simulator/control-client.ts'
import { simulatorEnv } from '../simulator/env.ts'
import { startSimulator } from '../simulator/start-simulator.ts'

/** A simulated iFood of the test's own, without the demo's traffic; `environment` leads a panel to it. */
export async function simulatedIfood(settings: { readonly actionDelayMs?: number } = {}) {
  const [clientId, clientSecret] = ['e2e', 'secret']
  const simulator = await startSimulator({
    ...simulatorEnv({ SIMULATOR_CLIENT_ID: clientId, SIMULATOR_CLIENT_SECRET: clientSecret }),
    ...settings,
  })
  return {
    control: simulatorControl(simulator.url),
    environment: {
      IFOOD_BASE_URL: simulator.url,
      IFOOD_CLIENT_ID: clientId,
      IFOOD_CLIENT_SECRET: clientSecret,
    },
    stop: () => simulator.stop(),
  }
}
