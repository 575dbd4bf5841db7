'use client';

export { RouteProvider, type RouteProviderProps } from './route-provider.ts';
export { type HookOptions, type HookResult, useRoute } from './use-route.ts';
