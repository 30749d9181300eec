import { giveCredentials as giveCredentialsRoute } from '../../contract/integrations/credentials.ts'
import * as contract from '../../contract/integrations/integrations.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { checkIntegration, checkSetup } from './check-merchants.ts'
import { enableIntegration } from './enable-integration.ts'
import { cancelSetup, disconnectIntegration, finishSetup } from './end-connection.ts'
import { giveCredentials } from './give-credentials.ts'
import { readIntegration, readIntegrations } from './integrations.reads.ts'
import { readSetupMerchants } from './offered-merchants.ts'
import { redeemCode } from './redeem-code.ts'
import { saveChannelFees } from './save-fees.ts'
import { startSetup } from './start-setup.ts'

export const integrationsRoutes: readonly ServedRoute[] = [
  on(contract.readIntegrations, readIntegrations),
  on(contract.readIntegration, readIntegration),
  on(contract.enableIntegration, enableIntegration),
  on(contract.saveChannelFees, saveChannelFees),
  on(contract.startSetup, startSetup),
  on(contract.redeemCode, redeemCode),
  on(giveCredentialsRoute, giveCredentials),
  on(contract.readSetupMerchants, readSetupMerchants),
  on(contract.checkSetup, checkSetup),
  on(contract.finishSetup, finishSetup),
  on(contract.cancelSetup, cancelSetup),
  on(contract.checkIntegration, checkIntegration),
  on(contract.disconnectIntegration, disconnectIntegration),
]
