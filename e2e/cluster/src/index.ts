// A real Kubernetes on this machine: only its API server, for integration tests (`startApiServer`), or the whole of
// it, for end-to-end tests (`useCluster`; by hand `command.ts`). `build-tools` makes the commands that it runs.
export {
  type ApiServer,
  type ApiServerOptions,
  type ServiceAccount,
  startApiServer,
} from './api-server.ts';
export { buildImage, type ImageBuild } from './image.ts';
export { type Kubectl, KubectlError } from './kubectl.ts';
export { type Cluster, useCluster } from './use-cluster.ts';
